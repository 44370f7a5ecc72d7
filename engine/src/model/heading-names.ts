/** Headings of a document, in order → the names by which links in Markdown lead to them. */

/** @returns Names the next heading, by its text: one that was there before gets a number. */
export function createHeadingNames(): (text: string) => string {
  const counts = new Map<string, number>()
  return (text) => {
    const name = toSlug(text)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  }
}

/** As GitHub names headings, and others after it: in lower case, no punctuation, hyphens for spaces. */
function toSlug(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}
