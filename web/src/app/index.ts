/** The frame of all pages: addresses, session, calls of the service. */
export { ApiError, api, fileOf, post, type Problem, request, sentenceOf, upload } from './api.ts'
export { App } from './app.tsx'
export { Link, navigate, pathTo, setQuery, useLocation, useQuery } from './router.tsx'
export { type Account, type Plan, type Session, useSession } from './session.tsx'
