/** Reads ground truth of the corpora in `../shared` as blocks of words, and assigns the lines of a page to them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { corpusRoot, type Judged, shared } from '../../tools/folds/corpora.ts'

const scorer = join(shared, 'score', 'pdf')

export interface TruthBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'table'
  readonly level?: number
  readonly text?: string
}

export interface Truth {
  readonly body: readonly TruthBlock[]
  readonly optional: readonly string[]
  readonly optionalHeadings: readonly string[]
}

interface Exclusion {
  readonly all?: boolean
  readonly measures?: readonly string[]
}

/** Reads the truth of a document; `undefined` for excluded documents. */
export async function readTruth(
  { corpus, truth }: Judged,
  name: string,
): Promise<Truth | undefined> {
  const excluded = exclusionsOf(corpus)[name]
  if (excluded?.all || excluded?.measures?.includes('heading_f1')) return undefined
  const gt = join(corpusRoot, corpus, 'gt')
  const read = (ending: string): string => {
    const path = join(gt, `${name}${ending}`)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  if (truth === 'jats') {
    const { readJats } = await import(join(scorer, 'pdf', 'jats.mjs'))
    return readJats(read('.xml'), read('.tables.html'))
  }
  if (truth === 'structure tree') {
    const { readStructure } = await import(join(scorer, 'pdf', 'structure-tree.mjs'))
    return readStructure(read('.struct.txt'))
  }
  return readMarkdown(read('.md'))
}

/** Reads truth that is Markdown. */
export async function readMarkdown(markdown: string): Promise<Truth> {
  const { readPaired } = await import(join(scorer, 'pdf', 'paired.mjs'))
  return readPaired(markdown)
}

function exclusionsOf(corpus: string): Readonly<Record<string, Exclusion>> {
  const path = join(scorer, 'derived', 'exclude.json')
  return JSON.parse(readFileSync(path, 'utf8'))[corpus] ?? {}
}
