/** The error of backups and restores. */

/** The message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
