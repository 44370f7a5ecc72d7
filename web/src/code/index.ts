/** Code examples of API calls. */
export { type Call, type Language, languages, writeCode } from './code.ts'
export { CodeTabs } from './code-tabs.tsx'
