/** Exports and deletes the personal data of an account (GDPR, articles 15 and 17). */
export { writeExport } from './export.ts'
export { removeAccount } from './removal.ts'
