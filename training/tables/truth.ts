/** Reads the words of the true tables of each document from the corpora in `../shared`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Judged, TruthFormat } from '../../tools/folds/corpora.ts'

/** The number of occurrences of each word. */
export type Words = ReadonlyMap<string, number>

/** A cell in the form that the scorers expect. */
interface ScoredCell {
  readonly text: string
  readonly header: boolean
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

export interface ScoredTable {
  readonly cells: readonly ScoredCell[]
  readonly rows: number
  readonly columns: number
}

interface TableModule {
  readonly htmlTables: (html: string) => ScoredTable[]
  readonly takeTables: (markdown: string) => { readonly tables: ScoredTable[] }
  readonly tableText: (table: ScoredTable) => string
  readonly withoutBlank: (table: ScoredTable) => ScoredTable
  readonly tedsOf: (truth: ScoredTable, found: ScoredTable) => { readonly teds: number }
}

interface Truth {
  readonly body: readonly { readonly kind: string; readonly table: ScoredTable }[]
  readonly tables: readonly ScoredTable[]
}

/** A true table, and its words. */
export interface TrueTable {
  readonly table: ScoredTable
  readonly words: Words
}

export interface TruthReader {
  readonly wordsOf: (text: string) => Words
  /** Similarity of two tables: 0 … 1. */
  readonly similarity: (truth: ScoredTable, found: ScoredTable) => number
  readonly tablesOf: (judged: Judged, name: string) => TrueTable[]
  readonly tablesOfMarkdown: (markdown: string) => TrueTable[]
  /** Returns true for documents whose tables cannot be judged. */
  readonly isExcluded: (corpus: string, name: string) => boolean
}

type Exclusions = Readonly<
  Record<string, Readonly<Record<string, { all?: boolean; measures?: readonly string[] }>>>
>

/** Reads the truth with the scorers' own modules, so that training and scoring use the same definitions. */
export async function openTruth(shared: string): Promise<TruthReader> {
  const modules = join(shared, 'score', 'pdf', 'pdf')
  const load = (file: string) => import(join(modules, file))
  const tables: TableModule = await load('tables.mjs')
  const text: { wordsOf: (text: string) => string[]; countOf: (words: string[]) => Words } =
    await load('text.mjs')
  const { readPaired }: { readPaired: (markdown: string) => Truth } = await load('paired.mjs')
  const { readJats }: { readJats: (xml: string, tables: string) => Truth } = await load('jats.mjs')
  const { readStructure }: { readStructure: (text: string) => Truth } =
    await load('structure-tree.mjs')
  const exclusions: Exclusions = JSON.parse(
    readFileSync(join(shared, 'score', 'pdf', 'derived', 'exclude.json'), 'utf8'),
  )
  const wordsOf = (own: string) => text.countOf(text.wordsOf(own))
  const withWords = (found: readonly ScoredTable[]) =>
    found.map((table) => ({ table, words: wordsOf(tables.tableText(table)) }))
  const ofTruth = ({ body, tables: apart }: Truth) => [
    ...body.flatMap((block) => (block.kind === 'table' ? [block.table] : [])),
    ...apart,
  ]
  const read: Readonly<Record<TruthFormat, (file: (ending: string) => string) => ScoredTable[]>> = {
    html: (file) => tables.htmlTables(file('.html')),
    jats: (file) => ofTruth(readJats(file('.xml'), file('.tables.html'))),
    markdown: (file) => tables.takeTables(file('.md')).tables,
    paired: (file) => ofTruth(readPaired(file('.md'))),
    'structure tree': (file) => ofTruth(readStructure(file('.struct.txt'))),
  }
  return {
    wordsOf,
    similarity: (truth, found) =>
      tables.tedsOf(tables.withoutBlank(truth), tables.withoutBlank(found)).teds,
    tablesOf: ({ corpus, truth }, name) => {
      if (!truth) return []
      const folder = join(shared, 'corpus', 'pdf', corpus, 'gt')
      return withWords(read[truth]((ending) => textOf(join(folder, `${name}${ending}`))))
    },
    tablesOfMarkdown: (markdown) =>
      withWords(read.paired(() => markdown).map((table) => tables.withoutBlank(table))),
    isExcluded: (corpus, name) => {
      const { all, measures } = exclusions[corpus]?.[name] ?? {}
      return all === true || measures?.includes('teds') === true
    },
  }
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
