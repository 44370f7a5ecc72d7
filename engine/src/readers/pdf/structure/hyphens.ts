/** Joins lines of a paragraph: removes word-break hyphens and keeps others, by the words of the document. */

/** Prefixes that are nearly always written with a hyphen, and so keep it at a line end. */
const prefixes: ReadonlySet<string> = new Set(
  'all cross ever full half high long low non one quasi self short single two well'.split(' '),
)
/** Words that begin no compound, though many words are broken after the same letters: `an-other`, `to-ward`. */
const unfit: ReadonlySet<string> = new Set('am an as at be he is it me so to us we'.split(' '))
/** Words that follow a hyphen left hanging: `pre- and postwar`. */
const conjunctions: ReadonlySet<string> = new Set(
  'and or to und oder bis et ou y o e ou en of'.split(' '),
)

/** The words of a document, lower-case, hyphenated ones whole; those broken over lines left out. */
export type Vocabulary = ReadonlySet<string>

const word = /[\p{L}\p{N}]+(?:[-‐'’][\p{L}\p{N}]+)*/gu

/** Matches words of ASCII text, which most lines are, in a third of the time. */
const asciiWord = /[a-z0-9]+(?:[-'][a-z0-9]+)*/g
const notAscii = /[^\u0020-\u007e]/

export function collectVocabulary(lines: Iterable<string>): Vocabulary {
  const words = new Set<string>()
  let broken = false
  for (const line of lines) {
    const isAscii = !notAscii.test(line)
    const endsHyphened = lineEndHyphen.test(line.slice(-3))
    const found = line.toLowerCase().match(isAscii ? asciiWord : word) ?? []
    const last = found.length - (endsHyphened ? 1 : 0)
    for (let index = broken ? 1 : 0; index < last; index++) {
      const own = found[index] as string
      words.add(isAscii ? own : own.replace(/‐/g, '-'))
    }
    broken = endsHyphened
  }
  return words
}

/** A hyphen after a letter or digit, at the end. */
const lineEndHyphen = /[\p{L}\p{N}][-‐\u00ad]$/u
const lastPart = /[\p{L}\p{N}]+(?:[-‐'’][\p{L}\p{N}]+)*(?=[-‐\u00ad]$)/u
const firstPart = /^[\p{L}\p{N}]+(?:['’][\p{L}]+)*/u
/** Scripts written without blanks. */
const solid = /[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/
/** Matches a slash at a line end within alternatives and quantities: `and/or`, `mg/kg`. */
const openSlash = /[\p{L}\p{N}]\/$/u
/** Last characters of an address that continues on the next line; they exclude most lines cheaply. */
const addressEnd = /[/\-_.=&?%#:]/
const openAddress = /(?:(?:https?:\/\/|www\.|doi\.org)\S*[/\-_.=&?%#]|\bhttps?:\/?)$/i

/** Returns true if a text ends within an address or a word. */
export function endsBroken(text: string): boolean {
  const tail = text.slice(-TAIL_CHARACTERS)
  return lineEndHyphen.test(tail.slice(-3)) || openAddress.test(tail)
}

/**
 * Characters at the end of a paragraph that decide how the next line is joined; addresses are shorter. Searching the whole
 * text for each line would cost n² in a paragraph of n lines.
 */
const TAIL_CHARACTERS = 300

// Number of characters that joining two lines adds.
const BLANK = 1
const SOLID = 0
const HYPHEN_LESS = -1
export type Joint = typeof BLANK | typeof SOLID | typeof HYPHEN_LESS

/** Decides how two lines of one paragraph are joined; an empty line adds nothing. */
export function jointOf(before: string, after: string, vocabulary: () => Vocabulary): Joint {
  if (before === '' || after === '') return SOLID
  const tail = before.slice(-TAIL_CHARACTERS)
  if (lineEndHyphen.test(tail.slice(-3))) return jointAtHyphen(tail, after, vocabulary())
  const end = tail.slice(-1)
  const start = after.slice(0, 1)
  if (solid.test(end) && solid.test(start)) return SOLID
  if (addressEnd.test(end) && openAddress.test(tail) && /^[\w%/]/.test(after)) return SOLID
  if (openSlash.test(tail.slice(-3)) && /^[\p{L}\p{N}]/u.test(after)) return SOLID
  if (/\S[—–]$/.test(tail.slice(-2)) && /^[\p{L}\p{N}]/u.test(after)) return SOLID
  return BLANK
}

/** Applies the rules of word breaks in order; the first that fits decides. */
function jointAtHyphen(before: string, after: string, vocabulary: Vocabulary): Joint {
  if (before.endsWith('\u00ad')) return HYPHEN_LESS
  const leftAsPrinted = lastPart.exec(before)?.[0] ?? ''
  const left = leftAsPrinted.toLowerCase().replace(/‐/g, '-')
  const rightAsPrinted = firstPart.exec(after)?.[0] ?? ''
  const right = rightAsPrinted.toLowerCase()
  if (right === '') return BLANK
  if (conjunctions.has(right) && after.charAt(right.length) === ' ') return BLANK
  if (vocabulary.has(left + right)) return HYPHEN_LESS
  if (vocabulary.has(`${left}-${right}`)) return SOLID
  if (!/^\p{Ll}/u.test(rightAsPrinted)) return SOLID
  if (left.length === 1 || prefixes.has(left) || isSymbol(leftAsPrinted)) return SOLID
  // `ex-husband`, but `ex-ample`; `so-called`, but `so-lution`.
  if (left === 'ex') return vocabulary.has(right) ? SOLID : HYPHEN_LESS
  if (left === 'so' && right === 'called') return SOLID
  const known = vocabulary.has(left) && vocabulary.has(right) && !unfit.has(left)
  return known && right.length >= 4 ? SOLID : HYPHEN_LESS
}

/** Abbreviations and formulas: `DNA-based`, `4H-chromen`, `Covid19-related`. */
function isSymbol(part: string): boolean {
  return /\p{N}/u.test(part) || /\p{L}\p{Lu}$/u.test(part)
}
