/** Finds the lines that name authors. */
import { isByline, isTooLong } from './heading-text.ts'
import { sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { structureLimits as limits } from './settings.ts'

/** Matches two to four words with capitals, perhaps with initials between them: `Ada K. Byron`. */
const personName = /^(?:\p{Lu}[\p{L}.’'-]*\s+){1,3}\p{Lu}[\p{L}’'-]+(?:\s*[*†‡§\d])*$/u

/** @param author Author of the document's metadata. */
export function findBylines(texts: readonly TextBlock[], author = ''): Set<TextBlock> {
  const lists = texts.filter((block) => {
    const text = textOf(block)
    return !isTooLong(block, text) && isByline(block, text)
  })
  return new Set([...lists, ...namesInRows(texts), ...authorsIn(texts, author)])
}

/** Matches what may follow the name of an author: nothing, a date, a role, another name. */
const afterName = /^\s*(?:$|[,;|&(*†‡§\d]|(?:and|und|et|y|e)\s)/u

/** Finds the lines of the first page that begin with an author whom the metadata names. */
function authorsIn(texts: readonly TextBlock[], author: string): TextBlock[] {
  const names = author.toLowerCase().split(/\s*(?:[,;&]|\band\b)\s*/u)
  const full = names.filter((name) => name.includes(' ')).slice(0, limits.authors)
  if (full.length === 0) return []
  const page = texts[0]?.page
  return texts.filter((block) => {
    const text = textOf(block).toLowerCase()
    if (block.page !== page || isTooLong(block, text)) return false
    return full.some((name) => text.startsWith(name) && afterName.test(text.slice(name.length)))
  })
}

/** Matches the beginning of an article's abstract, in the languages of most articles. */
const abstract =
  /^(?:abstract|summary|zusammenfassung|résumé|resumen|resumo|riassunto|аннотация)\b/iu

/** Finds names in one style side by side above the abstract, on the first page: headings are not side by side there. */
function namesInRows(texts: readonly TextBlock[]): TextBlock[] {
  const page = texts[0]?.page
  const first = texts.filter((block) => block.page === page)
  const end = first.find((block) => abstract.test(textOf(block)))?.box.y0
  if (end === undefined) return []
  const names = first.filter(
    (block) => block.lines.length === 1 && block.box.y0 < end && personName.test(textOf(block)),
  )
  const rowOf = (block: TextBlock) =>
    `${Math.round(block.lines[0]?.baseline ?? 0)} ${sizeOf(block).toFixed(1)}`
  return [...Map.groupBy(names, rowOf).values()].filter((row) => row.length > 1).flat()
}
