/** Serves the site that `web/` builds. */
export { pageHeaders } from './headers.ts'
export { type Encoding, openSite, type Site, type SiteFile, siteFolder } from './site.ts'
