/** Prepares the lines of entries of contents for writing: links, leaders and the numbers of sections. */
import { splitEntry } from '../layout/index.ts'
import type { Run, StyledLine } from './styled-line.ts'

/** Returns the lines of an entry with a link on all of its text but the page number, and without the leader. */
export function linkEntry(lines: readonly StyledLine[], link: string): StyledLine[] {
  return lines.map((line, at) => {
    const text = textOfRuns(line)
    const { title, page } = at === lines.length - 1 ? splitEntry(text) : { title: text, page: '' }
    const runs: Run[] = []
    let left = title.length
    for (const { link: _, ...run } of line.runs) {
      if (left > 0) addRun(runs, { ...run, text: run.text.slice(0, left), link })
      left -= run.text.length
    }
    const [first] = line.runs
    if (first && page !== '')
      runs.push({ style: first.style, text: `${title === '' ? '' : ' '}${page}` })
    return { ...line, runs }
  })
}

/** Adds a run, to the last one if both are plain: the type of entries is no emphasis. */
function addRun(runs: Run[], run: Run): void {
  const last = runs.at(-1)
  if (last && isPlain(last) && isPlain(run))
    runs[runs.length - 1] = { ...last, text: last.text + run.text }
  else runs.push(run)
}

function isPlain({ script, note, latex }: Run): boolean {
  return script === undefined && note === undefined && latex === undefined
}

function textOfRuns({ runs }: StyledLine): string {
  return runs.map(({ text }) => text).join('')
}

const dotApart = /^\s\.\s$/

/**
 * Removes the leader of dots with blanks between them before the page number, which may stand apart. It has few dots, because longer
 * ones are removed from all lines. Its first dot may touch the title. The dots of an ellipsis touch each other and stay.
 */
export function withoutLeader(line: StyledLine): StyledLine {
  const own = textOfRuns(line)
  const { page } = splitEntry(own)
  const text = `${own} `
  const end = page === '' ? own.length : own.length - page.length - 1
  let start = end
  while (dotApart.test(text.slice(start - 2, start + 1))) start -= 2
  if (start === end) return line
  if (text.charAt(start - 1) === '.' && text.charAt(start - 2) !== '.') start--
  return withRange(line, start, end - start, '')
}

/** Matches the number of a section that touches its title, `12.10Reporting`, but not the one of `2.3.A Reporting`. */
const touchingNumber = /^\s*(?:\d{1,3}\.)+(?:\d{1,3}(?=\p{L})|(?=\p{L}{2}))/u

/** Puts a blank between the number of a section and the title that it touches, where a writer leaves too little room. */
export function withNumberApart(line: StyledLine): StyledLine {
  const number = touchingNumber.exec(line.text)?.[0]
  if (number === undefined || !textOfRuns(line).startsWith(number)) return line
  const text = `${number} ${line.text.slice(number.length)}`
  return { ...withRange(line, number.length, 0, ' '), text }
}

/** Returns a line with a text instead of some characters of its runs; the line's own text stays. */
function withRange(line: StyledLine, from: number, length: number, text: string): StyledLine {
  let [start, left] = [0, text]
  const runs = line.runs.map((run) => {
    const own = [from - start, from + length - start].map((at) => Math.max(0, at))
    const put = from < start + run.text.length ? left : ''
    if (put !== '') left = ''
    start += run.text.length
    return { ...run, text: run.text.slice(0, own[0]) + put + run.text.slice(own[1]) }
  })
  return { ...line, runs: runs.filter((run) => run.text !== '') }
}
