/** Calls of the API as code. */
export { type Call, type Language, languages, writeCode } from './code.ts'
export { CodeTabs } from './code-tabs.tsx'
