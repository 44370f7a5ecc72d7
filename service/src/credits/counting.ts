/** What credits are counted with: types for the files of this folder. */

/** What the time is; tests have another. */
export type Clock = () => Date

export interface Counting {
  readonly clock: Clock
  /** For hashes of mail addresses: that of today, and former ones. Without any, who comes back is not recognised. */
  readonly addressKeys: readonly Buffer[]
}
