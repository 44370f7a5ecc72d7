/** The guides and the reference. */
export { DocsPage as default } from './docs-page.tsx'
