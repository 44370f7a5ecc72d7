/** Collects the images of a document's pictures: files of the package, `data:` URLs, regions of PDF pages. */
import { createHash } from 'node:crypto'
import { ConversionError, Warnings } from '../errors.ts'
import { LimitError, type Limits } from '../limits.ts'
import type { BBox, Document, Figure, Image } from '../model/index.ts'
import { type Region, regionDrawers } from '../readers/index.ts'
import type { Format } from '../sniff/index.ts'
import { type ImageType, imageName, readImageFile } from './image-file.ts'
import { findPictures } from './pictures.ts'
import { openSources } from './sources.ts'

/** An image of a document. */
export interface CollectedImage {
  /** A safe file name: `image-1.png`; links in the Markdown end with it. */
  readonly name: string
  readonly mediaType: ImageType
  readonly bytes: Uint8Array
  /** For a picture on a PDF page or a slide: the page, from 1, and the box in points. */
  readonly page?: number
  readonly box?: BBox
}

export interface Collected {
  readonly images: readonly CollectedImage[]
  /** @returns The file name of a picture's image; `undefined` if it was left out. */
  readonly nameOf: (picture: Figure | Image) => string | undefined
  readonly warnings: Warnings['list']
}

interface CollectOptions {
  readonly format: Format
  readonly limits: Limits
  readonly password?: string | undefined
}

/** The most images of one document. A book of photographs has a few hundred. */
export const MAX_IMAGES = 1_000
/** The most bytes of all images. */
export const MAX_IMAGE_BYTES = 128 * 1024 * 1024
/** The most pixels of one image, the same as for pictures read as scans: a viewer takes four bytes for each. */
const MAX_PIXELS = 100_000_000

/** The result of a conversion that collects no images. */
export const noImages: Collected = { images: [], nameOf: () => undefined, warnings: [] }

interface State {
  readonly images: CollectedImage[]
  /** File names by the hash of the bytes: a logo on every slide is one image. */
  readonly byHash: Map<string, string>
  readonly names: Map<Figure | string, string>
  readonly warnings: Warnings
  bytes: number
}

/**
 * Collects the images of a document that `readDocument` read with `withSources`.
 *
 * Files are kept unchanged; a region of a PDF page is drawn as PNG. Omitted images cause a warning.
 */
export async function collectImages(
  bytes: Uint8Array,
  document: Document,
  options: CollectOptions,
): Promise<Collected> {
  const state: State = {
    images: [],
    byHash: new Map(),
    names: new Map(),
    warnings: new Warnings(),
    bytes: 0,
  }
  const pictures = findPictures(document)
  const draw = regionDrawers[options.format]
  if (draw)
    await drawRegions(state, findRegions(pictures, document), (all) => draw(bytes, all, options))
  else await readSources(state, pictures, bytes, options)
  return {
    images: state.images,
    nameOf: (picture) =>
      picture.source === undefined
        ? picture.type === 'figure'
          ? state.names.get(picture)
          : undefined
        : state.names.get(picture.source),
    warnings: state.warnings.list,
  }
}

interface FigureRegion extends Region {
  readonly figure: Figure
}

function findRegions(pictures: readonly (Figure | Image)[], { pages }: Document): FigureRegion[] {
  const straightenings = new Map(pages.map(({ number, straightened }) => [number, straightened]))
  return pictures.flatMap((figure): FigureRegion[] => {
    const location = figure.type === 'figure' ? figure.provenance?.[0] : undefined
    if (figure.type !== 'figure' || location?.type !== 'page') return []
    const { page, bbox: box } = location
    const straightened = straightenings.get(page)
    return [{ figure, page, box, ...(straightened && { straightened }) }]
  })
}

async function drawRegions(
  state: State,
  regions: readonly FigureRegion[],
  draw: (regions: readonly Region[]) => AsyncIterable<{ region: Region; png: Uint8Array }>,
): Promise<void> {
  if (regions.length === 0) return
  for await (const { region, png } of draw(regions)) {
    const { page, box } = region
    const name = keep(state, png, { page, box })
    const { figure } = region as FigureRegion
    if (name !== undefined) state.names.set(figure, name)
    if (isFull(state)) break
  }
}

async function readSources(
  state: State,
  pictures: readonly (Figure | Image)[],
  bytes: Uint8Array,
  options: CollectOptions,
): Promise<void> {
  const read = await openSources(bytes, options)
  const tried = new Set<string>()
  for (const picture of pictures) {
    const { source } = picture
    if (source === undefined || tried.has(source)) continue
    if (isFull(state)) break
    tried.add(source)
    const data = await tryRead(state, () => read(source, MAX_IMAGE_BYTES - state.bytes))
    const name = data && keep(state, data, positionOf(picture))
    if (name !== undefined) state.names.set(source, name)
  }
}

/** Reads a part; a damaged one loses only its own picture. */
async function tryRead(
  { warnings }: State,
  read: () => Promise<Uint8Array | undefined>,
): Promise<Uint8Array | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ConversionError) || error instanceof LimitError) throw error
    warnings.add('image_left_out', 'An image was left out: its data could not be read.')
    return undefined
  }
}

function positionOf(picture: Figure | Image): Pick<CollectedImage, 'page' | 'box'> {
  const location = picture.type === 'figure' ? picture.provenance?.[0] : undefined
  if (location?.type !== 'slide') return {}
  return { page: location.slide, ...(location.bbox && { box: location.bbox }) }
}

/** @returns The file name of the image; `undefined` if it is left out. */
function keep(
  state: State,
  bytes: Uint8Array,
  location: Pick<CollectedImage, 'page' | 'box'>,
): string | undefined {
  const file = readImageFile(bytes)
  if (!file) {
    state.warnings.add(
      'image_left_out',
      'An image was left out: browsers do not show its type. Only PNG, JPEG, GIF and WebP are collected.',
    )
    return undefined
  }
  if (file.width * file.height > MAX_PIXELS || state.bytes + bytes.length > MAX_IMAGE_BYTES) {
    state.warnings.add('image_left_out', 'An image was left out: it is too large.')
    return undefined
  }
  const hash = createHash('sha256').update(bytes).digest('base64')
  const existing = state.byHash.get(hash)
  if (existing !== undefined) return existing
  const { mediaType } = file
  const name = imageName(state.images.length + 1, mediaType)
  state.byHash.set(hash, name)
  state.images.push({ name, mediaType, bytes, ...location })
  state.bytes += bytes.length
  return name
}

function isFull({ images, warnings }: State): boolean {
  if (images.length < MAX_IMAGES) return false
  warnings.add('image_left_out', `Images after the first ${MAX_IMAGES} were left out.`)
  return true
}
