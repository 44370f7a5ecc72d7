/** Types that the files of this folder share. */

/** The clock; tests replace it. */
type Clock = () => Date

export interface Counting {
  readonly clock: Clock
  /**
   * Keys for hashes of mail addresses: the current one and former ones. Without keys, returning owners are not
   * recognised.
   */
  readonly addressKeys: readonly Buffer[]
}
