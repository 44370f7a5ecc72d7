/** Detects entries of an index or a table of contents, which end in page numbers, and removes their leader dots. */

/** Leader dots; fewer than six are an ellipsis. */
const dot = '(?:[.…·]\\s?)'
const sixDots = `${dot}{6}`
/** Page numbers: `12`, `iv`, `12, 40–43`. */
const pages = '(?:\\d{1,4}|[ivxlc]{1,6})(?:[-–,]\\s?\\d{1,4})*$'
const leaderDots = new RegExp(sixDots)
const everyLeader = new RegExp(`\\s*${dot}{6,}`, 'g')
const pagesAfterLeader = new RegExp(`${sixDots}\\s?${pages}`, 'i')
const pagesAfterComma = new RegExp(`,\\s${pages}`, 'i')

export function hasLeaderDots(text: string): boolean {
  return leaderDots.test(text)
}

/** Returns true if a line ends in leader dots and page numbers; forms have dots to write on. */
export function hasLeader(text: string): boolean {
  return mayEndInPages(text) && pagesAfterLeader.test(text)
}

/** Returns true if a line ends in page numbers after leader dots or a comma. */
export function endsInPages(text: string): boolean {
  return mayEndInPages(text) && (pagesAfterLeader.test(text) || pagesAfterComma.test(text))
}

/** The last character excludes most lines cheaply. */
function mayEndInPages(text: string): boolean {
  return /[\divxlc]/i.test(text.charAt(text.length - 1))
}

/** Replaces leader dots by a blank. */
export function withoutLeaders(text: string): string {
  return text.replace(everyLeader, ' ')
}

/** Matches the page number of an entry of contents: `12`, `iv`, `A-3`. */
const onePage = /^(?:(?:[A-Z\d]{1,3}[-–])?\d{1,4}|[ivxlc]{1,6})$/i
/** Characters of leaders and blanks. */
const leaderMark = /[\s.…·:_]/

/** Splits an entry of contents at its leader, or at the blank before its page number. Without a page number, `page` is empty. */
export function splitEntry(text: string): { readonly title: string; readonly page: string } {
  let begin = text.length
  while (begin > 0 && !leaderMark.test(text.charAt(begin - 1))) begin--
  let end = begin
  while (end > 0 && leaderMark.test(text.charAt(end - 1))) end--
  const isApart = begin - end > 1 || text.charAt(begin - 1) === ' ' || end === 0
  const page = text.slice(begin)
  return isApart && onePage.test(page)
    ? { title: text.slice(0, end), page }
    : { title: text, page: '' }
}
