/** Lines of blocks → the file: each line behind the prefixes of the blocks that it stands in, blank lines between blocks. */
import { type Limits, refuse } from '../../limits.ts'

/** A block that holds others: what stands before its first line and before the rest, outer blocks' prefixes included. */
interface Frame {
  readonly first: string
  readonly rest: string
}

/** Where text goes. Each character is written once, so nesting costs no copies. */
export class Output {
  readonly #limits: Limits
  readonly #lines: string[] = []
  readonly #frames: Frame[] = []
  /** Frames from this one on have no line yet, so their `first` is still to come. */
  #fresh = 0
  #characters = 0
  /** Whether the next line stands after a blank one. */
  #gap = false
  /** A line of its own to write before the next line, if there is a next. */
  #announced: string | undefined

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Grows with every line; equal before and after when nothing was written. */
  get length(): number {
    return this.#lines.length
  }

  /** What was written: a text of several lines that stands in no other block is one of these. */
  get lines(): readonly string[] {
    return this.#lines
  }

  /** Whether the next line is the first of the file or of a block that `enter` began. */
  get isFresh(): boolean {
    return this.#lines.length === 0 || this.#fresh < this.#frames.length
  }

  /** Writes lines; the empty string writes nothing. @throws {ConversionError} past the limit. */
  write(text: string): void {
    if (text === '') return
    this.#writeBefore()
    const lines = this.#frames.length === 0 || !text.includes('\n') ? [text] : text.split('\n')
    for (const line of lines) this.#push(this.#prefix(), line)
  }

  /** The next line stands after a blank one. */
  gap(): void {
    this.#gap = true
  }

  /** The next line follows at once. */
  noGap(): void {
    this.#gap = false
  }

  /** What is written next, if anything, stands below this line. */
  announce(line: string): void {
    this.#announced = line
  }

  /** Takes back what was announced and is not written yet. */
  unannounce(): void {
    this.#announced = undefined
  }

  /** Lines up to `leave` stand inside of another block. */
  enter(first: string, rest: string): void {
    const outer = this.#frames.at(-1)
    const isOuterFresh = this.#fresh < this.#frames.length
    this.#frames.push({
      first: ((isOuterFresh ? outer?.first : outer?.rest) ?? '') + first,
      rest: (outer?.rest ?? '') + rest,
    })
  }

  /** @returns Whether anything was written since `enter`. */
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

  /** Blocks that have no line yet begin after a blank line, so it is not theirs. */
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
