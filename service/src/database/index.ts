/** The database: opened, brought up to date, and closed. What is in it belongs to the other folders. */
export { type Database, openDatabase, type Place } from './database.ts'
export { isUnreachable } from './failures.ts'
export { FolderInUse } from './folder-lock.ts'
export { migrate, SchemaTooNew } from './migrate.ts'
export { type Migration, migrations } from './migrations.ts'
export { findRow, readRows } from './rows.ts'
export type { Db, Runner } from './runner.ts'
export { noSignals, type Signal, type Signals } from './signals.ts'
