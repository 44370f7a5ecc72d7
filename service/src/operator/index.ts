/** The data of the operator's page. */
export { type FailedJob, type Overview, readOverview } from './overview.ts'
