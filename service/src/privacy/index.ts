/** What a person may ask for by law: all that is known of them, and that it is forgotten. */
export { writeExport } from './export.ts'
export { removeAccount } from './removal.ts'
