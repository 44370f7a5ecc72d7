/** Finds code that is not in the type of code by its syntax: in proportional type, or with brackets of another font. */
import { findMarker } from './markers.ts'
import { structureSettings as settings } from './settings.ts'
import { monospaceSetter, type StyledLine } from './styled-line.ts'

/** Matches a whole line that is code: brackets, a tag, a directive, a comment. */
const wholeLine =
  /^(?:[{}\])]+[;,)]*|<[/?!]?[a-z][^<>]*>(?:[^<>]*<\/[^<>]+>)?|<!\[CDATA\[.*|\]\]>|#\s?(?:include|define|undef|ifn?def|if|else|elif|endif)\b.*|\/\/.*|\/\*.*|.*\*\/|<!--(?:(?!-->).)*(?:-->)?|(?:(?!<!--).)*-->)$/iu

/** Matches the end of at least one line of all code. Columns without such a line are most, and need no other pattern. */
const lastOfCode = /[;{}>/]$|[;{}]\s*\/\//

/** Matches the end of a statement, and the begin of a block. */
const statementEnd = /[;{]$|\};?$|\/>$|^end;?$|^begin$/i

/** Matches operators, brackets and names that prose does not have; or a statement of one word. */
const operator = /[=[\]<>*&|+{}]|\w\(|^\w+ \(.*\);$|::|\w\.\w|_|^\w+;$|^(?:begin|end;?)$/i

/** Matches what prose with a semicolon at its end does not have, unlike `key = value;`. */
const hardOperator = /[[\]{}<>]|\w\(|::|:=|->|\+\+|[=!]=|&&|\|\||\*\//

/** Matches a call or the head of a function or loop. */
const call = /^[^().;]*\w\s?\(.*\)$/

const sentenceEnd = /[\p{L})][.?!]$/u
const plainWord = /^[(“"‘]?\p{L}+(?:[-’']\p{L}+)*[)”"’]?[,.;:]?$/u

/** Pairs of marks around comments of several lines. */
const comments: readonly (readonly [string, string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
]

/** Returns true if a line has as many plain words in a row as prose has. */
export function readsAsProse(text: string): boolean {
  let row = 0
  for (const word of text.split(/\s+/)) {
    row = plainWord.test(word) ? row + 1 : 0
    if (row > settings.wordsOfCode) return true
  }
  return false
}

function isSure({ text, runs }: StyledLine): boolean {
  if (runs.some(({ script, latex }) => script !== undefined || latex !== undefined)) return false
  if (wholeLine.test(text)) return true
  const statement = withoutComment(text)
  return statementEnd.test(statement) && operator.test(statement) && !readsAsProse(statement)
}

/** Matches the comment after a statement, up to the end of its line. */
const lastComment = /(?<=[;{},)])\s*\/\/.*$/

function withoutComment(text: string): string {
  return text.replace(lastComment, '')
}

/** Returns true for a line that may be code between lines that surely are. */
function isPossible(text: string): boolean {
  const statement = withoutComment(text)
  return !sentenceEnd.test(statement) && !readsAsProse(statement)
}

/** Returns the mark that ends a comment which a line begins. */
function commentEndAfter(text: string): string | undefined {
  const open = comments.find(([begin, end]) => text.lastIndexOf(begin) > text.lastIndexOf(end))
  return open?.[1]
}

/**
 * Gives lines the type of code if their syntax is that of code: at least half of the lines of a group end statements, or are tags,
 * brackets, comments or directives.
 *
 * @param lines The lines of a column, from top to bottom.
 */
export function withProportionalCode(lines: StyledLine[]): StyledLine[] {
  if (!lines.some(({ text }) => lastOfCode.test(text))) return lines
  const column = { lines, places: new Map(lines.map((line, at) => [line, at])) }
  const code = new Set(groupsOf(lines).flatMap((group) => codeOf(group, column)))
  if (code.size === 0) return lines
  const toCode = monospaceSetter(true)
  return lines.map((line) => (code.has(line) ? toCode(line) : line))
}

/** The lines of a column, and the index of each. */
interface LinesOfColumn {
  readonly lines: readonly StyledLine[]
  readonly places: ReadonlyMap<StyledLine, number>
}

/** Returns groups of lines of one size without gaps, of which each may be code. */
function groupsOf(lines: readonly StyledLine[]): StyledLine[][] {
  const groups: StyledLine[][] = [[]]
  let commentEnd: string | undefined
  for (const line of lines) {
    const { text } = line
    const before = groups.at(-1)?.at(-1)
    if (before && !isBelow(before, line)) {
      groups.push([])
      commentEnd = undefined
    }
    const isInComment = commentEnd !== undefined && before && isTyped(before) === isTyped(line)
    if (!isInComment) commentEnd = undefined
    if (commentEnd === undefined) commentEnd = commentEndAfter(text)
    else if (text.includes(commentEnd)) commentEnd = undefined
    if (isInComment || (findMarker(text) === undefined && (isSure(line) || isPossible(text)))) {
      groups.at(-1)?.push(line)
    } else groups.push([])
  }
  return groups
}

function isBelow(before: StyledLine, line: StyledLine): boolean {
  const gap = (line.baseline - before.baseline) / Math.max(before.size, line.size)
  return Math.abs(before.size - line.size) <= settings.sizeStep && gap <= settings.codeGapEms
}

/**
 * Returns the lines of a group that are code: in a group mostly in the type of code, those that surely are; in others all from the
 * first to the last one that surely is. Fewer than three lines are code if they are apart from other text.
 */
function codeOf(group: readonly StyledLine[], column: LinesOfColumn): readonly StyledLine[] {
  const sure = new Set(group.filter(isSure))
  const typed = group.filter(isTyped).length
  if (2 * typed >= group.length) return [...sure].filter((line) => !isTyped(line))
  const isCode = (line: StyledLine) => sure.has(line) || call.test(withoutComment(line.text))
  const code = group.slice(group.findIndex(isCode), group.findLastIndex(isCode) + 1)
  const hard = group.filter((line) => isCode(line) && hardOperator.test(line.text)).length
  const isEnough = sure.size >= settings.few && 2 * code.filter(isCode).length >= code.length
  if (isEnough && hard >= 2) return code
  return code.length > 0 && group.every(isStatement) && isApart(group, column) ? code : []
}

/** Returns true if no text is directly above or below a group: its last line may be the end of a sentence. */
function isApart(group: readonly StyledLine[], { lines, places }: LinesOfColumn): boolean {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) return false
  const at = places.get(first) ?? 0
  const [before, after] = [lines[at - 1], lines[at + group.length]]
  const isText = (line: StyledLine) => !isTyped(line) && !isStatement(line)
  const isAbove = before && isText(before) && isBelow(before, first)
  return !isAbove && !(after && isText(after) && isBelow(last, after))
}

/** Matches an assignment or call of a name of several letters, up to its semicolon. */
const wholeStatement =
  /^(?:[\w.<>[\]:]+[*&]*\s+)?[*&]*[A-Za-z_][\w.[\]:]{2,}\s*(?:=\s*\S.*[\w"')\]]|\(.*\));$/

/** Returns true for a line that is code alone. */
function isStatement(line: StyledLine): boolean {
  const text = withoutComment(line.text)
  return isSure(line) && wholeStatement.test(text) && hardOperator.test(text)
}

function isTyped({ mono }: StyledLine): boolean {
  return mono >= settings.uniform
}
