/** Finds bare URLs that parsers would link, and decides how each keeps its text (GFM 6.9). */

import { DELIMITER, TEXT } from './character-kinds.ts'

/** A URL with the treatment that keeps its text. */
export interface BareUrl {
  readonly start: number
  /** Offset after its last character; sentence punctuation is not part of it. */
  readonly end: number
  /**
   * - `bare`: printed unchanged, with nothing in it escaped.
   * - `spaced`: the same, with a space before the backslash of the line break at `fixAt`.
   * - `wrapped`: put in angle brackets, because markup follows directly.
   * - `broken`: its `:` or `.` at `fixAt` is escaped: the text stays, the link is lost.
   */
  readonly form: 'bare' | 'spaced' | 'wrapped' | 'broken'
  readonly fixAt: number
}

/** One block's output. */
interface Surroundings {
  readonly text: string
  readonly kinds: Uint8Array
  /** Returns true if the character would be escaped outside of a URL. */
  readonly isMarkup: (at: number) => boolean
}

const urlStart = /https?:\/\/|www\./gi

export function hasUrlStart(text: string): boolean {
  return text.search(urlStart) >= 0
}

/** Finds URLs that markup follows directly, or in which a character would be escaped. */
export function findBareUrls(block: Surroundings): BareUrl[] {
  const { text, kinds } = block
  const urls: BareUrl[] = []
  let stop = 0
  let isBroken = false
  for (const { 0: scheme, index } of text.matchAll(urlStart)) {
    if (kinds[index] !== TEXT || !canStart(text, index, scheme)) continue
    // A URL inside another one is a part of it; inside a broken one it is broken, too.
    if (index < stop && !isBroken) continue
    const fixAt = index + scheme.search(/[:.]/)
    const url =
      index < stop
        ? ({ start: index, end: stop, form: 'broken', fixAt } as const)
        : toBareUrl(block, index, endOfUrl(text, index), fixAt)
    stop = Math.max(stop, endOfUrl(text, index, stop))
    isBroken = url?.form === 'broken'
    if (url) urls.push(url)
  }
  return urls
}

/** Checks the characters before and after the start of a URL. */
function canStart(text: string, index: number, scheme: string): boolean {
  const before = text.charAt(index - 1)
  if (scheme.toLowerCase() === 'www.') return before === '' || /[\s(*_[\]~]/.test(before)
  // Some parsers read symbols beyond ASCII as letters.
  return (
    !/[A-Za-z]/.test(before) &&
    !/^(?:[\s\p{P}!-/:-@[-`{-~]|$)/u.test(text.charAt(index + scheme.length))
  )
}

/** Returns the end of the URL: the next white space or `<`. */
function endOfUrl(text: string, index: number, from = 0): number {
  let end = Math.max(index, from)
  while (end < text.length && !/[\s<]/.test(text.charAt(end))) end += 1
  return end
}

/** Matches a domain and characters that all parsers accept. */
const unambiguousUrl =
  /^(?:https?:\/\/|www\.)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*(?::\d+)?(?:[/?#](?:[\w\-.~:/?#@!$&'()*+,;=%]|[^\p{ASCII}\u{10000}-\u{10ffff}\s\p{P}\p{S}])*)?$/iu

function isUnambiguous(url: string): boolean {
  // The URL excludes text at its end that looks like a character reference.
  return unambiguousUrl.test(url) && !/&#?\w+(?:;|$)/.test(url)
}

function toBareUrl(
  block: Surroundings,
  start: number,
  stop: number,
  fixAt: number,
): BareUrl | undefined {
  const { text, kinds, isMarkup } = block
  const markup = firstOther(kinds, start, stop)
  const isBreak = markup < stop && text.startsWith('\\\n', markup)
  const end = withoutTrail(text, start, isBreak ? markup : stop)
  const isAlone = isBreak || markup >= end
  const escapable = firstEscapable(start, stop + 1, isMarkup)
  if (isAlone && !isBreak && escapable > stop) return undefined
  // After one of these characters, the text could be part of a mail address, and some parsers find no URL.
  const isCertain =
    !/[\w.+@[\]-]/.test(text.charAt(start - 1)) && isUnambiguous(text.slice(start, end))
  const isSafe = isCertain && firstEscapable(end, stop + 1, isMarkup) > stop
  if (isAlone && (isSafe || escapable > stop)) {
    return { start, end, form: isBreak ? 'spaced' : 'bare', fixAt: isBreak ? markup : fixAt }
  }
  const own = withoutTrail(text, start, markup)
  const form = canWrap(block, start, own, markup) ? 'wrapped' : 'broken'
  return { start, end: own, form, fixAt }
}

function firstOther(kinds: Uint8Array, start: number, stop: number): number {
  for (let at = start; at < stop; at += 1) if (kinds[at] !== TEXT) return at
  return stop
}

/** Returns the offset of the first character that would be escaped, or `stop`. */
function firstEscapable(start: number, stop: number, isMarkup: (at: number) => boolean): number {
  for (let at = start; at < stop; at += 1) if (isMarkup(at)) return at
  return stop
}

/** Excludes sentence punctuation and an unmatched closing parenthesis from the end of a URL. */
function withoutTrail(text: string, start: number, stop: number): number {
  let end = stop
  let surplus: number | undefined
  for (; end > start; end -= 1) {
    const last = text.charAt(end - 1)
    if (last === ')') {
      surplus ??= surplusOfClosing(text, start, end)
      if (surplus <= 0) break
      surplus -= 1
    } else if (!/[?!.,:*_~'"\];]/.test(last)) break
  }
  return end
}

function surplusOfClosing(text: string, start: number, stop: number): number {
  let surplus = 0
  for (let at = start; at < stop; at += 1) {
    const character = text.charAt(at)
    if (character === ')') surplus += 1
    if (character === '(') surplus -= 1
  }
  return surplus
}

/** CommonMark 6.5: returns true if angle brackets do not change how the adjacent characters are read. */
function canWrap(
  { text, kinds }: Surroundings,
  start: number,
  end: number,
  markup: number,
): boolean {
  if (/^www/i.test(text.slice(start, start + 3))) return false
  if (kinds[markup] === DELIMITER) return false
  if (/[\\*_~]/.test(text.charAt(start - 1)) || /[*_~]/.test(text.charAt(end))) return false
  return !/[|<>]|&#?\w+;/.test(text.slice(start, end))
}
