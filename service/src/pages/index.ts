/** The pages: the site that `web/` builds, as the service sends it. */
export { pageHeaders } from './headers.ts'
export { type Encoding, openSite, type Site, type SiteFile, siteFolder } from './site.ts'
