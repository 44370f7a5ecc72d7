/** What the operator's page shows of the whole instance. */
export { type FailedJob, type Overview, readOverview } from './overview.ts'
