/** Collects the lines of a file: prefixes each line for its enclosing blocks and separates blocks by blank lines. */
import { type Limits, refuse } from '../../limits.ts'

/** A container block: prefixes of its first line and of the other lines, those of outer blocks included. */
interface Frame {
  readonly first: string
  readonly rest: string
}

/** Receives the text. Each character is written once, so nesting costs no copies. */
export class Output {
  readonly #limits: Limits
  readonly #lines: string[] = []
  readonly #frames: Frame[] = []
  /** Index of the outermost frame without a line, whose `first` prefix is still to be printed. */
  #fresh = 0
  #characters = 0
  /** True if a blank line precedes the next line. */
  #gap = false
  /** A line to write before the next line. */
  #announced: string | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Grows with every line; equal values mean that nothing was written between. */
  get length(): number {
    return this.#lines.length
  }

  /** The entries written; a text of several lines outside of any container is one entry. */
  get lines(): readonly string[] {
    return this.#lines
  }

  /** True if the next line is the first of the file or of a block that `enter` began. */
  get isFresh(): boolean {
    return this.#lines.length === 0 || this.#fresh < this.#frames.length
  }

  /**
   * Writes lines; the empty string writes nothing.
   *
   * @throws {ConversionError} if the limit is exceeded.
   */
  write(text: string): void {
    if (text === '') return
    this.#writeBefore()
    const lines = this.#frames.length === 0 || !text.includes('\n') ? [text] : text.split('\n')
    for (const line of lines) this.#push(this.#prefix(), line)
  }

  /** Puts a blank line before the next line. */
  gap(): void {
    this.#gap = true
  }

  /** Removes the blank line before the next line. */
  noGap(): void {
    this.#gap = false
  }

  /** Writes this line before the next one, if any is written. */
  announce(line: string): void {
    this.#announced = line
  }

  /** Cancels an announced line that is not written yet. */
  unannounce(): void {
    this.#announced = undefined
  }

  /** Begins a container block, which lasts until `leave`. */
  enter(first: string, rest: string): void {
    const outer = this.#frames.at(-1)
    const isOuterFresh = this.#fresh < this.#frames.length
    this.#frames.push({
      first: ((isOuterFresh ? outer?.first : outer?.rest) ?? '') + first,
      rest: (outer?.rest ?? '') + rest,
    })
  }

  /**
   * Ends a container block.
   *
   * @returns True if it has lines.
   */
  leave(): boolean {
    this.#frames.pop()
    if (this.#fresh <= this.#frames.length) return false
    this.#fresh = this.#frames.length
    return true
  }

  toString(): string {
    return this.#lines.length === 0 ? '' : `${this.#lines.join('\n')}\n`
  }

  #writeBefore(): void {
    const announced = this.#announced
    this.#announced = undefined
    if (this.#gap) this.#pushBlank()
    this.#gap = false
    if (announced === undefined) return
    this.#push(this.#outerPrefix(), announced)
    this.#pushBlank()
  }

  #pushBlank(): void {
    if (this.#lines.length > 0) this.#push(this.#outerPrefix(), '')
  }

  /** Returns the prefix of a blank line: it consists of the blocks that already have lines. */
  #outerPrefix(): string {
    return this.#frames[this.#fresh - 1]?.rest ?? ''
  }

  #prefix(): string {
    const frame = this.#frames.at(-1)
    if (!frame) return ''
    const isFresh = this.#fresh < this.#frames.length
    this.#fresh = this.#frames.length
    return isFresh ? frame.first : frame.rest
  }

  #push(prefix: string, line: string): void {
    const text = line === '' ? prefix.trimEnd() : prefix + line
    this.#characters += text.length + 1
    if (this.#characters > this.#limits.outputCharacters) refuse('its text would be too long')
    this.#lines.push(text)
  }
}
