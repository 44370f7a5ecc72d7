/** Detects entries of an index or a list of contents: text that ends in page numbers. */

/** Matches page numbers: `12`, `iv`, `12, 40–43`. */
const pages = /(?:\d{1,4}|[ivxlc]{1,6})(?:[-–,]\s?\d{1,4})*$/i
/** Matches leader dots; fewer dots are an ellipsis. */
const leaderDots = /(?:[.…·]\s?){6}/
const pagesAfterLeader = new RegExp(`${leaderDots.source}\\s?${pages.source}`, 'i')
const pagesAfterComma = new RegExp(`,\\s${pages.source}`, 'i')

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
