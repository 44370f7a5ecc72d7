/** The whole page: the frame around whatever an address shows. */
export { App } from './app.tsx'
