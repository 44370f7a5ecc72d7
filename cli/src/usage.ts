/** Wrong usage or set-up: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What to do about it, a sentence. */
  readonly advice: string

  constructor(message: string, advice: string) {
    super(message)
    this.advice = advice
  }
}
