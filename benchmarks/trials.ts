/** Lists the measured tasks: the document of each, and its number of conversions. */
import type { Task } from './contestants.ts'

export interface Trial {
  readonly task: Task
  readonly title: string
  readonly input: (size: number) => Promise<Uint8Array>
  /** Size of the input: pages, rows or bytes. */
  readonly size: number
  readonly runs: number
  /** Uncounted runs at the start, in which the just-in-time compiler optimises the code. */
  readonly warmups: number
  /** Pages of the input, to compute figures per page. */
  readonly pages?: number
  /** The contestants that are measured; all by default. */
  readonly only?: readonly string[]
}

const inputs = () => import('./inputs.ts')

/** Pages of the mixed PDF: eight of each kind. */
const MIXED_PAGES = 56

/** Lengths of one book, to show that the time per page does not depend on the length. */
const BOOK_PAGES = [50, 100, 200] as const

export const books = BOOK_PAGES.map(
  (pages): Trial => ({
    task: 'pdf-fidelity',
    title: `PDF in the fidelity lane, a book of ${pages} pages`,
    input: async (size) => (await import('./book.ts')).makeBook(size),
    size: pages,
    runs: 3,
    warmups: 2,
    pages,
    only: ['recto', 'recto, fast profile'],
  }),
)

export const trials: readonly Trial[] = [
  {
    task: 'pdf',
    title: 'PDF, 200 pages',
    input: async (size) => (await import('./book.ts')).makeBook(size),
    size: 200,
    runs: 7,
    warmups: 4,
  },
  {
    task: 'pdf-fidelity',
    title: `PDF in the fidelity lane, ${MIXED_PAGES} pages: columns, lists, tables, figures, contents, references`,
    input: async (size) => (await import('./mixed-pages.ts')).makeMixedPages(size),
    size: MIXED_PAGES,
    runs: 9,
    warmups: 24,
    pages: MIXED_PAGES,
  },
  ...books,
  {
    task: 'docx',
    title: 'DOCX, 300 pages',
    input: async (size) => (await inputs()).makeDocx(size),
    size: 300,
    runs: 7,
    warmups: 3,
  },
  {
    task: 'xlsx',
    title: 'XLSX, 50,000 rows × 10 columns',
    input: async (size) => (await inputs()).makeXlsx(size),
    size: 50_000,
    runs: 3,
    warmups: 1,
  },
  {
    task: 'html',
    title: 'HTML, 5 MB',
    input: async (size) => (await inputs()).makeHtml(size),
    size: 5_000_000,
    runs: 5,
    warmups: 2,
  },
]

/** Returns a smaller trial for a quick check. */
export function shorten(trial: Trial): Trial {
  const { title, pages } = trial
  const size = Math.ceil(trial.size / 10)
  const small = { ...trial, title: `${title}: a tenth of it, once`, size, runs: 1, warmups: 0 }
  return pages === undefined ? small : { ...small, pages: size }
}
