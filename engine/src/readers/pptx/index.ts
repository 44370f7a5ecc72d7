/**
 * Reads a PPTX file into a document: a section for every slide, with its speaker notes at the end.
 *
 * Covered: slides in order (hidden ones too), titles, lists with inherited bullets and numbers, tables, groups, charts and
 * SmartArt as text and data, formulas, links, speaker notes, files of ISO/IEC 29500 Strict. Not read: pictures, embedded
 * objects, text of layouts and masters, animations (docs/formats/pptx.md).
 */
import { ConversionError, Warnings } from '../../errors.ts'
import { type Page, plainText, type Section } from '../../model/index.ts'
import { type ChosenPages, choosePages } from '../../page-ranges.ts'
import { openPackage, readTitle } from '../ooxml/index.ts'
import type { Reader, ReadOptions } from '../reader.ts'
import { type Deck, readDeck } from './deck.ts'
import { resolveJumps } from './jumps.ts'
import { readSlide, type SlideOptions } from './slide.ts'
import { type SectionOptions, toSection } from './slide-blocks.ts'

export { countSlides } from './count-slides.ts'

export const readPptx: Reader = async (bytes, options) => {
  const office = await openPackage(bytes, options.limits)
  if (office?.format !== 'pptx') {
    throw new ConversionError('unsupported_media_type', 'The file is not a PPTX presentation.')
  }
  const warnings = new Warnings()
  const deck = await readDeck(office, warnings, options.limits)
  const { pages: ranges, maxPages } = options
  const chosen = choosePages(deck.slides.length, { ranges, maxPages, pageNoun: 'slides' })
  const sections = await readSections(deck, chosen, options)
  const title = (await readTitle(office, warnings)) ?? findTitle(sections[0])
  const blocks = sections.filter((section) => section !== undefined)
  return {
    document: {
      ...(title !== undefined && { title }),
      pages: [...chosen].map((number): Page => ({ number, size: deck.size })),
      blocks: options.profile === 'fidelity' ? resolveJumps(sections) : blocks,
      notes: [],
    },
    warnings: warnings.list,
  }
}

/** Returns the title placeholder of the first slide on one line. */
function findTitle(first: Section | undefined): string | undefined {
  return (
    plainText(first?.title ?? [])
      .replace(/\s+/g, ' ')
      .trim() || undefined
  )
}

/** Returns a section for each slide; `undefined` for a slide that was not selected or cannot be read. */
async function readSections(
  deck: Deck,
  chosen: ChosenPages,
  options: ReadOptions,
): Promise<(Section | undefined)[]> {
  const isFidelity = options.profile === 'fidelity'
  const slideOptions: SlideOptions = {
    withComments: isFidelity,
    withJumps: isFidelity,
    withSources: options.withSources === true,
    graphics: new Map(),
  }
  const sectionOptions = { withPictures: isFidelity, budget: deck.budget }
  const seen = new Map<string, number>()
  const sections: (Section | undefined)[] = []
  let done = 0
  for (const [index, part] of deck.slides.entries()) {
    const number = index + 1
    if (!chosen.has(number)) {
      sections.push(undefined)
      continue
    }
    const isNew = isReadable(part, number, seen, deck)
    sections.push(
      isNew && part !== undefined
        ? await readSection(part, deck, slideOptions, { ...sectionOptions, number })
        : undefined,
    )
    options.onProgress?.({ stage: 'slides', pagesDone: ++done, pagesTotal: chosen.length })
  }
  if (chosen.length > 0 && sections.every((section) => section === undefined)) {
    throw new ConversionError('conversion_failed', 'The document is damaged: no slide can be read.')
  }
  return sections
}

/** Returns false for a part that is listed again: no program writes that, and a hostile file would list it a million times. */
function isReadable(
  part: string | undefined,
  number: number,
  seen: Map<string, number>,
  { warnings }: Deck,
): boolean {
  const before = part === undefined ? undefined : seen.get(part.toLowerCase())
  if (part === undefined) warnings.add('missing_part', `Slide ${number} is missing from the file.`)
  else if (before === undefined) seen.set(part.toLowerCase(), number)
  else {
    warnings.add('duplicate_slide', `Slide ${number} was left out: it repeats slide ${before}.`)
  }
  return part !== undefined && before === undefined
}

async function readSection(
  part: string,
  deck: Deck,
  slideOptions: SlideOptions,
  sectionOptions: SectionOptions,
): Promise<Section | undefined> {
  const slide = await readSlide(part, deck, slideOptions)
  return slide && toSection(slide, sectionOptions)
}
