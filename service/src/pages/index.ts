/** The pages: what a browser shows of an account, written by the server. */
export { type AccountView, accountPage, deletedPage, keyKinds, newKeyPage } from './account.ts'
export { type Page, pageHeaders, writePage } from './layout.ts'
export { checkMailPage, confirmPage, problemPage, signInPage, staleLinkPage } from './sign-in.ts'
