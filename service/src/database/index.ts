/** Opens, migrates and closes the database. Its tables belong to the other folders. */
export { batch } from './batch.ts'
export { connect, type Database, openDatabase } from './database.ts'
export { isUnreachable } from './failures.ts'
export { FolderInUse } from './folder-lock.ts'
export { type DatabaseLocation, databaseLocationOf } from './location.ts'
export {
  findSchemaFault,
  lockSchema,
  migrate,
  migrateIn,
  SchemaTooNew,
  SchemaTooOld,
} from './migrate.ts'
export { type Migration, migrations } from './migrations.ts'
export { findRow, readRows } from './rows.ts'
export type { Db, Runner } from './runner.ts'
export { noSignals, type Signal, type Signals } from './signals.ts'
export { inTransaction } from './transaction.ts'
