/** The base of every page: routing, the session, calls of the service. */
export { ApiError, api, fileOf, post, request, sentenceOf, upload } from './api.ts'
export { Link, navigate, pathTo, setQuery, useLocation, useQuery } from './router.tsx'
export { type Account, type Plan, SessionProvider, useSession } from './session.tsx'
