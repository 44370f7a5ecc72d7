/** Joins the syntax of commands, as manuals print it: the names of arguments are in other type than the brackets around them. */
import { structureSettings as settings } from './settings.ts'
import { alphanumeric, type Part, type Run } from './styled-line.ts'

const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '<': '>' }

/** Matches text right after a bracket that may be the name of an argument. */
const argument = /^[\p{L}\p{N}⟨〈]/u

/** Other code between two brackets has letters: `\left(` and `\right)` are two commands. */
const letter = /\p{L}/u

/**
 * Joins code that ends in an opening bracket with the short text after it, up to the closing bracket: `\cmd{` *name* `}` is one
 * command.
 */
export function joinSyntax(parts: readonly Part[]): readonly Part[] {
  if (!parts.some(({ text, run }) => closingOf(text, run) !== undefined)) return parts
  const joined: Part[] = []
  const left = parts.toReversed()
  for (let part = left.pop(); part; part = left.pop()) {
    // Only the last text is read again: a command with thousands of arguments would take quadratic time.
    const texts = [part.text]
    let isNamed = alphanumeric.test(part.text)
    const next = () => argumentAfter({ text: texts.at(-1) ?? '', run: part.run, isNamed }, left)
    for (let found = next(); found; found = next()) {
      texts.push(found.text)
      isNamed ||= alphanumeric.test(found.text)
      left.splice(left.length - found.count, found.count)
      if (found.rest) left.push(found.rest)
    }
    joined.push(texts.length === 1 ? part : { ...part, text: texts.join('') })
  }
  return joined
}

/** Returns the bracket that closes the one in which code ends. */
function closingOf(text: string, run: Run): string | undefined {
  return run.style.mono && run.script === undefined ? closing[text.slice(-1)] : undefined
}

/** Code that may end in an opening bracket. */
interface OpenCode {
  readonly text: string
  readonly run: Run
  /** True if it has a letter or digit: brackets alone enclose only what may be the name of an argument. */
  readonly isNamed: boolean
}

/** The text of an argument, up to its closing bracket. */
interface Argument {
  readonly text: string
  /** Number of parts that it is from. */
  readonly count: number
  /** What follows it in the last part, in other type. */
  readonly rest: Part | undefined
}

/** @param left The parts after the code, from the last one to the first. */
function argumentAfter(code: OpenCode, left: readonly Part[]): Argument | undefined {
  const bracket = closingOf(code.text, code.run)
  const next = left.at(-1)
  if (bracket === undefined || !next) return undefined
  if (!code.isNamed && !argument.test(next.text)) return undefined
  let text = ''
  for (let count = 1; count <= left.length; count++) {
    const own = left.at(-count) as Part
    const { run, isBreak } = own
    if (isBreak || [run.latex, run.note, run.link].some((other) => other !== undefined)) return
    const at = own.text.indexOf(bracket)
    const isClosing = at >= 0 && !(run.style.mono && letter.test(own.text.slice(0, at)))
    if (isClosing && (count > 1 || !run.style.mono)) {
      // Code goes on after its bracket; text does not.
      const end = run.style.mono ? endOfCode(own.text) : at + 1
      const style = run.style.mono ? (left.at(1 - count) ?? own).run.style : run.style
      const rest = own.text.slice(end)
      return {
        text: text + own.text.slice(0, end),
        count,
        rest: rest === '' ? undefined : { ...own, text: rest, run: { ...run, style } },
      }
    }
    text += own.text
    if (text.length > settings.nameCharacters) return undefined
  }
  return undefined
}

/** Returns the end of code before the punctuation of the text around it. A loop, because a pattern takes quadratic time on many dots. */
function endOfCode(text: string): number {
  const last = text.trimEnd().length
  let end = last
  while (end > 0 && '.,;:'.includes(text.charAt(end - 1))) end--
  return end < last ? end : text.length
}
