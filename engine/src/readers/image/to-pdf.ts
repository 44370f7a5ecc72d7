/** Makes a PDF with a page for each picture. ISO 32000-1. */
import type { Picture, Tile } from './picture.ts'

const POINTS_PER_INCH = 72
/** Resolutions of scanners; any other value, such as a camera's, does not give the size of the paper. */
const SCANNED_DPI = { least: 100, most: 1_200 }
/** The longer side of a sheet (A4 and letter alike), inches; assumed for a picture without a resolution. */
const SHEET_INCHES = 11.5
/** The lowest resolution, that of a screen: a small picture does not fill a sheet. */
const MIN_DPI = 96

function dpiOf({ width, height, dpi = 0 }: Picture): number {
  if (dpi >= SCANNED_DPI.least && dpi <= SCANNED_DPI.most) return dpi
  return Math.max(MIN_DPI, Math.max(width, height) / SHEET_INCHES)
}

interface Writer {
  readonly parts: Uint8Array[]
  readonly offsets: number[]
  length: number
}

export function toPdf(pictures: readonly Picture[]): Uint8Array {
  const writer: Writer = { parts: [], offsets: [], length: 0 }
  write(writer, '%PDF-1.7\n')
  // Object 1 is the catalog, 2 the page tree; then follow each page, its content, and its images.
  const pages: number[] = []
  let next = 3
  for (const picture of pictures) {
    pages.push(next)
    writePage(writer, picture, next)
    next += 2 + picture.tiles.length
  }
  const kids = pages.map((id) => `${id} 0 R`).join(' ')
  writeObject(writer, 1, '<</Type /Catalog /Pages 2 0 R>>')
  writeObject(writer, 2, `<</Type /Pages /Count ${pages.length} /Kids [${kids}]>>`)
  const start = writer.length
  const rows = Array.from({ length: next - 1 }, (_, index) => {
    return `${String(writer.offsets[index + 1]).padStart(10, '0')} 00000 n \n`
  })
  write(writer, `xref\n0 ${next}\n0000000000 65535 f \n${rows.join('')}`)
  write(writer, `trailer <</Size ${next} /Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(writer.parts)
}

function writePage(writer: Writer, picture: Picture, id: number): void {
  const { tiles, width, height } = picture
  const scale = POINTS_PER_INCH / dpiOf(picture)
  const names = tiles.map((_, index) => `/P${index} ${id + 2 + index} 0 R`).join(' ')
  const box = `[0 0 ${width * scale} ${height * scale}]`
  const resources = `/Resources <</XObject <<${names}>>>>`
  writeObject(
    writer,
    id,
    `<</Type /Page /Parent 2 0 R /MediaBox ${box} ${resources} /Contents ${id + 1} 0 R>>`,
  )
  const drawings = tiles.map((tile, index) => {
    const bottom = height - tile.y - tile.height
    return `q ${tile.width} 0 0 ${tile.height} ${tile.x} ${bottom} cm /P${index} Do Q\n`
  })
  // Tiles at the right and bottom may extend beyond the picture.
  const clip = `0 0 ${width} ${height} re W n\n`
  const content = Buffer.from(`${scale} 0 0 ${scale} 0 0 cm\n${clip}${drawings.join('')}`)
  writeStream(writer, id + 1, '', content)
  for (const [index, tile] of tiles.entries()) writeTile(writer, id + 2 + index, tile)
}

function writeTile(writer: Writer, id: number, tile: Tile): void {
  const { width, height, colorSpace, bits, filter, parameters, isInverted } = tile
  const entries = [
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`,
    `/ColorSpace ${colorSpace} /BitsPerComponent ${bits}`,
    ...(filter === undefined ? [] : [`/Filter ${filter}`]),
    ...(parameters === undefined ? [] : [`/DecodeParms <<${parameters}>>`]),
    ...(isInverted ? [`/Decode [${'1 0 '.repeat(colorSpace === '/DeviceCMYK' ? 4 : 1)}]`] : []),
  ]
  writeStream(writer, id, entries.join(' '), tile.data)
}

function writeStream(writer: Writer, id: number, entries: string, data: Uint8Array): void {
  writer.offsets[id] = writer.length
  write(writer, `${id} 0 obj\n<<${entries} /Length ${data.length}>>\nstream\n`)
  write(writer, data)
  write(writer, '\nendstream\nendobj\n')
}

function writeObject(writer: Writer, id: number, text: string): void {
  writer.offsets[id] = writer.length
  write(writer, `${id} 0 obj\n${text}\nendobj\n`)
}

function write(writer: Writer, part: string | Uint8Array): void {
  const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
  writer.parts.push(bytes)
  writer.length += bytes.length
}
