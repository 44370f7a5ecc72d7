/** The whole page: navigation, and the page of the current address. */
export { App } from './app.tsx'
