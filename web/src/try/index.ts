/** Try it: the first page. */
export { TryPage } from './try-page.tsx'
