/** The data of the operator's page. */
export { type Overview, readOverview } from './overview.ts'
