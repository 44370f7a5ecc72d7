/** Makes and restores backups of a service. */
export { type BackupReport, makeBackup } from './backup.ts'
export { BackupError } from './backup-error.ts'
export { dumpDatabase } from './dump.ts'
export { restoreBackup } from './restore.ts'
