/** Prepares a result for the viewer. */
import { type Alignment, align } from './align.ts'
import { type Block, readBlocks } from './blocks.ts'
import { renderMarkdown } from './markdown.ts'
import type { PageExtras, RawResult, StructuredDocument, Warning } from './raw.ts'
import type { Segment } from './segments.ts'

export interface PageInfo {
  readonly number: number
  readonly width: number
  readonly height: number
  /** The page is a sheet, measured in cells. */
  readonly isSheet: boolean
  /** `Page 3`, or the name of a sheet. */
  readonly name: string
  /** How the page was read: `Recognised from the picture (OCR), confidence 95 %`. */
  readonly note: string | undefined
  readonly blocks: readonly Block[]
  readonly warnings: readonly Warning[]
}

export interface ViewModel extends Alignment {
  readonly raw: RawResult
  readonly pages: readonly PageInfo[]
  readonly blocks: readonly Block[]
  readonly segments: readonly Segment[]
  readonly fragment: DocumentFragment
}

export function toViewModel(raw: RawResult): ViewModel {
  const blocks = raw.document ? readBlocks(raw.document) : []
  const { fragment, segments } = renderMarkdown(raw.markdown)
  const pages = raw.document ? readPages(raw, raw.document, blocks) : barePages(raw)
  return { raw, blocks, segments, fragment, pages, ...align(blocks, segments) }
}

/** Returns pages without blocks, from their sizes alone. */
function barePages({ pageSizes = [], warnings }: RawResult): readonly PageInfo[] {
  return pageSizes.map((size, at) => ({
    number: at + 1,
    ...size,
    isSheet: false,
    name: `Page ${at + 1}`,
    note: undefined,
    blocks: [],
    warnings: warnings.filter(({ page }) => page === at + 1),
  }))
}

function readPages(
  { warnings }: RawResult,
  { pages, groups = [], extras = {} }: StructuredDocument,
  blocks: readonly Block[],
): readonly PageInfo[] {
  const sheets = groups.filter(({ label }) => label === 'sheet')
  const isSlides = groups.some(({ name }) => name?.startsWith('slide'))
  return pages
    .filter(({ size }) => size.width > 0 && size.height > 0)
    .map(({ page_no: number, size }) => ({
      number,
      ...size,
      isSheet: sheets.length > 0,
      name: sheets[number - 1]?.name ?? `${isSlides ? 'Slide' : 'Page'} ${number}`,
      note: noteOf(extras[`#/pages/${number}`]),
      blocks: blocks.filter(({ boxes }) => boxes.some(({ page }) => page === number)),
      warnings: warnings.filter(({ page }) => page === number),
    }))
}

function noteOf(extras: PageExtras | undefined): string | undefined {
  if (extras?.ocr_confidence === undefined) return undefined
  const { turns = 0, degrees = 0 } = extras.straightened ?? {}
  const turned = turns * 90 + degrees
  const confidence = `confidence ${Math.round(extras.ocr_confidence * 100)} %`
  const straightened = turned === 0 ? '' : `, straightened by ${turned.toFixed(1)}°`
  return `Recognised from the picture (OCR), ${confidence}${straightened}`
}
