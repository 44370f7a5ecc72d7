/** Lists the passes that turn pages of words into blocks, in order, and runs them. The fast lane runs some of them. */
import { ConversionError, type Fault, toFault, type Warnings } from '../../../errors.ts'
import { lazy } from '../../../lazy.ts'
import type { Profile } from '../../reader.ts'
import type { OutlineEntry } from '../content/index.ts'
import { experiments } from '../experiments.ts'
import { resolveWithTables } from '../formulas/index.ts'
import { collectVocabulary } from '../hyphens.ts'
import { typicalSize, type Word } from '../layout/index.ts'
import { figuresOfPages } from '../regions/index.ts'
import { findTableParts, joinTables, type TablePage } from '../tables/index.ts'
import { labelBlocks } from './block-labels.ts'
import { buildPages, noteOf } from './blocks.ts'
import { findBodyStyle } from './body-style.ts'
import { withBoldSymbols } from './bold-symbols.ts'
import { isBreak } from './breaks.ts'
import { isWhollyCode } from './code.ts'
import { withStraightQuotes } from './code-quotes.ts'
import { withUsualSides } from './column-sides.ts'
import { findColumnShifts } from './column-starts.ts'
import { type DocumentLayout, startLayout } from './document-layout.ts'
import { displaysOf } from './formula-blocks.ts'
import { findFurniture } from './furniture.ts'
import { wordsWithout } from './furniture-blocks.ts'
import { withHeadingsOverText } from './headings-over-text.ts'
import { resolveLinks } from './internal-links.ts'
import { joinBlocks } from './joins.ts'
import {
  findBlocks,
  type LayoutBlock,
  type StructurePage,
  type TextBlock,
  textOf,
} from './layout-blocks.ts'
import { entriesOf, findItems, withNeighbours } from './lists.ts'
import { beginsWithBullet } from './markers.ts'
import { partNotes } from './note-rules.ts'
import { pairNotes } from './notes.ts'
import { putNotesLast } from './notes-last.ts'
import { withNumberedCode } from './numbered-code.ts'
import { placeFigures } from './place-figures.ts'
import { withProportionalCode } from './proportional-code.ts'
import { splitRunIns } from './run-in.ts'
import { plainLines, styledLines, styleOfWord } from './styled-lines.ts'
import { findTablesOfContents } from './tables-of-contents.ts'
import { coverTags, inTagOrder, joinTagged, tagOf } from './tags.ts'
import { areTypewritten, withoutTypewriter } from './typewritten.ts'

export interface PassOptions {
  readonly lane: Profile
  readonly outline: readonly OutlineEntry[]
  /** Author of the document's metadata. */
  readonly author?: string
  /** False to ignore tags, so that tests can measure the layout alone. */
  readonly readTags: boolean
  /** True if the document claims that its tags are complete and in reading order. */
  readonly claimsTags: boolean
  readonly warnings: Warnings
  readonly addFault: (fault: Fault) => void
  /** Called after each pass with the state of the document. */
  readonly onPass?: (name: PassName, layout: DocumentLayout) => void
}

interface Pass {
  readonly name: string
  readonly about: string
  /** True if the fast lane runs it too. */
  readonly isFast?: true
  /** True if no document can be made without the pass. */
  readonly isEssential?: true
  readonly run: (layout: DocumentLayout, options: PassOptions) => Partial<DocumentLayout>
}

export const passes = [
  {
    name: 'furniture',
    about: 'running headers and footers, and the size of the body',
    isFast: true,
    run: ({ pages }) => ({
      furniture: findFurniture(pages),
      bodySize: typicalSize(pages.flatMap(({ fragments }) => fragments)),
    }),
  },
  {
    name: 'tags',
    about: 'whether the structure tree covers the text',
    run: ({ pages }, { readTags }) => ({ useTags: readTags && coverTags(pages) }),
  },
  {
    name: 'figures',
    about: 'areas of pictures and drawings',
    run: ({ pages }) => ({ figures: figuresOfPages(pages) }),
  },
  {
    name: 'tables',
    about: 'tables of each page, joined over pages',
    run: findTables,
  },
  {
    name: 'formulas',
    about: 'displayed formulas outside of tables',
    run: ({ pages, tables, furniture }) =>
      resolveWithTables(
        tables,
        displaysOf(pages, (page) => wordsWithout(page, furniture)),
      ),
  },
  {
    name: 'paragraphs',
    about: 'columns, lines and paragraphs of each page, in reading order',
    isFast: true,
    isEssential: true,
    run: findParagraphs,
  },
  {
    name: 'typewritten text',
    about: 'running text of documents in the type of code',
    run: (layout) => (layout.body?.style.mono && withoutTypewriter(layout)) || {},
  },
  {
    name: 'bold symbols',
    about: 'vectors and matrices in text: single bold letters that also occur in formulas',
    run: ({ layoutBlocks }) => ({ layoutBlocks: withBoldSymbols(layoutBlocks) }),
  },
  {
    name: 'notes put last',
    about: 'footnotes behind the columns that the text goes on in',
    run: ({ layoutBlocks }) => ({ layoutBlocks: layoutBlocks.map(putNotesLast) }),
  },
  {
    name: 'tagged blocks',
    about: 'lines that the structure tree joins',
    run: ({ layoutBlocks, useTags }) =>
      useTags ? { layoutBlocks: layoutBlocks.map(joinTagged) } : {},
  },
  {
    name: 'run-in headings',
    about: 'headings at the start of a paragraph, apart',
    run: ({ layoutBlocks, body }) => (body ? splitRunIns(layoutBlocks, body.style) : {}),
  },
  {
    name: 'labels',
    about: 'headings with their levels, and items',
    run: ({ body, ...layout }, { outline, author }) =>
      body ? labelBlocks({ ...layout, body }, { outline, author }) : {},
  },
  {
    name: 'headings over text',
    about: 'headings behind the boxes beside their column, right above what they head',
    run: withHeadingsOverText,
  },
  {
    name: 'joins over columns',
    about: 'paragraphs that go on in a later column or page, joined',
    isFast: true,
    run: joinOverColumns,
  },
  {
    name: 'contents',
    about: 'tables of contents, whose entries name headings',
    run: ({ layoutBlocks, levels }) => findTablesOfContents(layoutBlocks, levels),
  },
  {
    name: 'internal links',
    about: 'headings that links within the document and entries of contents lead to',
    run: (layout) => {
      resolveLinks(
        layout.layoutBlocks.flat().filter((block) => block.type === 'text'),
        layout,
      )
      return {}
    },
  },
  {
    name: 'notes',
    about: 'footnotes and their marks',
    run: findNotes,
  },
  {
    name: 'tag order',
    about: 'units in the order of the structure tree, where the document vouches for it',
    run: ({ layoutBlocks, pages, useTags }, { claimsTags }) =>
      useTags && claimsTags
        ? { layoutBlocks: pages.map((page, at) => inTagOrder(page, layoutBlocks[at] ?? [])) }
        : {},
  },
  {
    name: 'items',
    about: 'items of lists, with their markers',
    run: markItems,
  },
  {
    name: 'blocks',
    about: 'blocks of the document',
    isFast: true,
    isEssential: true,
    run: build,
  },
  {
    name: 'figures placed',
    about: 'figures among the blocks, with their captions and the text in them',
    run: ({ blocks, figures, pages }) => ({
      blocks: placeFigures(
        blocks,
        figures,
        new Map(pages.map(({ number, pictures = [] }) => [number, pictures])),
      ),
    }),
  },
  {
    name: 'quotes of code',
    about: 'straight quotes in code that fonts of TeX print as curly ones',
    run: withStraightQuotes,
  },
] as const satisfies readonly Pass[]

export type PassName = (typeof passes)[number]['name']

/**
 * Runs the passes of a lane. A pass that fails adds a fault and leaves the layout unchanged.
 *
 * @param pages They are replaced by pages without words.
 * @throws The error of an essential pass.
 */
export function runPasses(pages: StructurePage[], options: PassOptions): DocumentLayout {
  let layout = startLayout(pages)
  const all: readonly (Pass & { readonly name: PassName })[] = passes
  for (const pass of all) {
    if (options.lane === 'fast' && !pass.isFast) continue
    if (experiments.without.has(pass.name)) continue
    layout = runPass(pass, layout, options)
    options.onPass?.(pass.name, layout)
  }
  return layout
}

function runPass(
  { name, about, isEssential, run }: Pass,
  layout: DocumentLayout,
  options: PassOptions,
): DocumentLayout {
  if (isEssential) return { ...layout, ...run(layout, options) }
  try {
    return { ...layout, ...run(layout, options) }
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause
    options.addFault(toFault(name, cause))
    options.warnings.add('structure_failed', `Reading failed for ${about}: the rest is complete.`)
    return layout
  }
}

function findTables(
  layout: DocumentLayout,
  { warnings, addFault }: PassOptions,
): Partial<DocumentLayout> {
  const { pages } = layout
  const isTypewritten = lazy(() => areTypewritten(pages))
  const found = pages.flatMap((page) => {
    try {
      return findTableParts({ ...tablePageOf(page, layout, warnings), isTypewritten })
    } catch (cause) {
      addFault(toFault('tables', cause, page.number))
      warnings.add(
        'page_without_tables',
        `Tables of page ${page.number} were read as text.`,
        page.number,
      )
      return []
    }
  })
  return { tables: joinTables(found) }
}

function tablePageOf(
  page: StructurePage,
  { furniture, useTags, figures }: DocumentLayout,
  warnings: Warnings,
): TablePage {
  return {
    ...page,
    words: wordsWithout(page, furniture),
    figures: figures.get(page.number) ?? [],
    styleOf: (word) => styleOfWord(page, word),
    onTagsContradict: () => warnOfTags(warnings, page.number),
    ...(useTags && { cellOf: (word: Word) => tagOf(page, word)?.cell }),
  }
}

function warnOfTags(warnings: Warnings, number: number): void {
  const sentence = `The tags of a table on page ${number} contradict what the page shows; it was read from the page.`
  warnings.add('tags_contradict_page', sentence, number)
}

function findParagraphs(
  { pages, bodySize, useTags, furniture, tables, formulas, figures }: DocumentLayout,
  { lane, warnings, addFault }: PassOptions,
): Partial<DocumentLayout> {
  const found = findBlocks(pages, {
    bodySize,
    isBreak: (before, line) => isBreak(before, line, { bodySize, useTags }),
    linesOf: lane === 'fast' ? plainLines : styledLinesAndCode,
    fragmentsOf: (page) => page.fragments.filter((fragment) => !furniture.has(fragment)),
    tables,
    formulas,
    onFailure: ({ number }, cause) => {
      addFault(toFault('paragraphs', cause, number))
      warnOfPlainPage(warnings, number)
    },
  })
  const layoutBlocks = withUsualSides(found, figures)
  const texts = () =>
    layoutBlocks.flat().flatMap((block) => (block.type === 'text' ? block.lines : []))
  return {
    layoutBlocks,
    body: lane === 'fast' ? undefined : findBodyStyle(layoutBlocks.flat()),
    vocabulary: lazy(() => collectVocabulary(texts().map(({ text }) => text))),
  }
}

/** Code in other type is marked before paragraphs are found, because these end at code. */
const styledLinesAndCode: typeof styledLines = (...given) =>
  withProportionalCode(withNumberedCode(styledLines(...given)))

export function warnOfPlainPage(warnings: Warnings, number: number): void {
  const sentence = `Page ${number} could not be read in full: this is its plain text.`
  warnings.add('page_plain', sentence, number)
}

function joinOverColumns({ layoutBlocks, levels }: DocumentLayout): Partial<DocumentLayout> {
  const kept = new Set(joinBlocks(layoutBlocks.flat(), (block) => levels.has(block)))
  return { layoutBlocks: layoutBlocks.map((list) => list.filter((block) => kept.has(block))) }
}

function findNotes({
  layoutBlocks: found,
  pages,
  body,
  bodySize: usualSize,
  levels,
}: DocumentLayout): Partial<DocumentLayout> {
  const below = new Set<LayoutBlock>()
  const layoutBlocks = found.map((list, at) =>
    partNotes(list, pages[at]?.drawings.rulings ?? [], below),
  )
  const isHeading = (block: TextBlock) => levels.has(block)
  const bodySize = body?.size ?? usualSize
  const foundNotes = pairNotes(layoutBlocks.flat(), { bodySize, isHeading, below })
  return { layoutBlocks, foundNotes }
}

function markItems({
  layoutBlocks,
  body,
  levels,
  labelledItems,
  foundNotes,
  useTags,
  contents,
}: DocumentLayout): Partial<DocumentLayout> {
  const texts = layoutBlocks
    .flat()
    .filter((block) => block.type === 'text')
    .filter((block) => !foundNotes.has(block) && (body?.style.mono || !isWhollyCode(block)))
  const isFree = (block: TextBlock) => !levels.has(block) && !block.isCell
  // A bullet makes an item, whatever its label: few of the training documents have items in boxes and margins.
  const isItem = (block: TextBlock) =>
    labelledItems?.has(block) || (isFree(block) && beginsWithBullet(textOf(block)))
  const items = labelledItems
    ? withNeighbours(entriesOf(texts.filter(isItem), useTags), texts.filter(isFree))
    : findItems(texts.filter(isFree), useTags)
  const shiftOf = findColumnShifts(texts)
  const placed = [...items].map(([block, entry]) => {
    return [block, { ...entry, indent: entry.indent + shiftOf(block) }] as const
  })
  return { items: new Map([...placed, ...contents]) }
}

function build(layout: DocumentLayout): Partial<DocumentLayout> {
  const { foundNotes, vocabulary } = layout
  const layoutBlocks = layout.layoutBlocks.map((list) =>
    list.filter((block) => block.type !== 'text' || !foundNotes.has(block)),
  )
  return {
    blocks: buildPages({ ...layout, layoutBlocks }),
    notes: [...foundNotes.values()].map((note) => noteOf(note, vocabulary)),
  }
}
