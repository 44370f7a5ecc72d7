/** What every page stands on: addresses, the session, calls of the service. */
export { ApiError, api, fileOf, type Problem, post, request, sentenceOf, upload } from './api.ts'
export { Link, navigate, pathTo, setQuery, useLocation, useQuery } from './router.tsx'
export { type Account, type Plan, type Session, SessionProvider, useSession } from './session.tsx'
