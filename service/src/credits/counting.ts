/** Types shared by the files of this folder. */

/** The clock; tests replace it. */
export type Clock = () => Date

export interface Counting {
  readonly clock: Clock
  /** For hashes of mail addresses: that of today, and former ones. Without any, who comes back is not recognised. */
  readonly addressKeys: readonly Buffer[]
}
