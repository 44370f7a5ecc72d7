/** Why there is no backup, or none is restored. */

/** The message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
