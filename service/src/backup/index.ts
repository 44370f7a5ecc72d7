/** Backups of a service, and what restores them. */
export { type BackupReport, makeBackup } from './backup.ts'
export { BackupError } from './backup-error.ts'
export { dumpDatabase } from './dump.ts'
export { type RestoreReport, restoreBackup } from './restore.ts'
