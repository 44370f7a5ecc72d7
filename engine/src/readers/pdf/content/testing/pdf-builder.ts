/** For tests: builds the bytes of a small PDF 1.7 from descriptions of pages, uncompressed, so that reviewers can read it. */
import { createHash } from 'node:crypto'
import { addFonts, type FontName } from './pdf-fonts.ts'

interface PageDescription {
  /** Size in points; default US Letter. */
  readonly width?: number
  readonly height?: number
  /** Rotation in clockwise degrees. */
  readonly rotate?: number
  /** Left, bottom, right, top. */
  readonly cropBox?: readonly [number, number, number, number]
  /** Operators, as written by `show` and similar functions. */
  readonly content: string
  /** Form fields drawn on the page. */
  readonly fields?: readonly FieldDescription[]
  readonly links?: readonly LinkDescription[]
  /** Structure elements of the page in order; the index of an element is its marked-content identifier, see `tagged`. */
  readonly tags?: readonly (string | TagDescription)[]
}

/** An element of the structure tree with child elements, or with marked content by its number. */
export interface TagDescription {
  readonly type: string
  /** Attributes of a table, as written in the file: `/ColSpan 2`. */
  readonly attributes?: string
  readonly kids: readonly (TagDescription | number)[]
}

interface LinkDescription {
  /** A URL, or the part of a destination after the page: `/XYZ 72 700 null`. */
  readonly target: string
  /** Target page, from 0. */
  readonly page?: number
  /** Left, bottom, right, top. */
  readonly rect: readonly [number, number, number, number]
}

/**
 * A text field with an appearance that shows its value, a list of choices without text in its appearance, or a check box, whose value is
 * `Off` or the name of its drawn state.
 */
interface FieldDescription {
  readonly value: string
  readonly choices?: readonly string[]
  readonly isCheckBox?: boolean
  /** Left, bottom, right, top. */
  readonly rect: readonly [number, number, number, number]
}

export interface PdfDescription {
  readonly pages: readonly PageDescription[]
  readonly title?: string
  /** Bookmarks of one depth, each with its page from 0. */
  readonly outline?: readonly { readonly title: string; readonly page: number }[]
  /** Encrypts with this user password (RC4, 40 bits); a file with an empty one opens without a password. */
  readonly password?: string
  /** True if the pages have their resources from the page tree. */
  readonly inheritsResources?: boolean
}

/** Operators that show text with its baseline at a point, from the lower left corner. */
export function show(
  x: number,
  y: number,
  text: string,
  { font = 'helvetica', size = 10, matrix = '1 0 0 1', mode = 0, spacing = 0 }: ShowOptions = {},
): string {
  const composite = font === 'unicode' || font === 'vertical'
  const string = composite ? hexOf(text) : `(${text.replace(/[\\()]/g, '\\$&')})`
  return `BT /${font} ${size} Tf ${mode} Tr ${spacing} Tc ${matrix} ${x} ${y} Tm ${string} Tj ET`
}

interface ShowOptions {
  readonly font?: FontName
  readonly size?: number
  /** First four numbers of the text matrix. */
  readonly matrix?: string
  /** Text render mode. */
  readonly mode?: number
  /** Character spacing in points. */
  readonly spacing?: number
}

/** Operators that show lines below each other. */
export function showLines(
  x: number,
  y: number,
  leading: number,
  lines: readonly string[],
  options: ShowOptions = {},
): string {
  return lines.map((line, index) => show(x, y - index * leading, line, options)).join('\n')
}

/** Operators within the marked content of a structure element of the page. */
export function tagged(index: number, content: string): string {
  return `/P << /MCID ${index} >> BDC\n${content}\nEMC`
}

function hexOf(text: string): string {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  return `<${codes.map((code) => code.toString(16).padStart(4, '0')).join('')}>`
}

/** Builds the file. Objects are numbered from 1: catalog, pages, fonts, then the objects of each page. */
export function buildPdf(description: PdfDescription): Uint8Array {
  const { pages, title } = description
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const encryption =
    description.password === undefined ? undefined : encryptionOf(description.password)
  const stream = (dictionary: string, body: string, number: number) => {
    const data = encryption ? encryption.encrypt(body, number) : body
    return `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`
  }
  add('')
  add('')
  const shown = pages.map((page) => page.content).join('\n')
  const fonts = addFonts(add, (body) => stream('', body, objects.length + 1), shown)
  const own = `/Resources << /Font << ${fonts} >> /Shading << /gray ${grayShading} >> >>`
  const inherited = description.inheritsResources ? ` ${own}` : ''
  // The targets of links come after the links.
  const open: { readonly link: LinkDescription; readonly number: number }[] = []
  const pageNumbers = pages.map((page, index) => {
    const content = add(stream('', page.content, objects.length + 1))
    const fields = (page.fields ?? []).map((field) => addField(field, objects, stream))
    const links = (page.links ?? []).map((link) => {
      const number = add('')
      open.push({ link, number })
      return number
    })
    const annotations = [...fields, ...links].map((number) => `${number} 0 R`).join(' ')
    return add(pageBody(page, inherited ? '' : own, content, annotations, index))
  })
  for (const { link, number } of open) objects[number - 1] = linkBody(link, pageNumbers)
  const allFields = objects.flatMap((body, index) => (isField(body) ? [`${index + 1} 0 R`] : []))
  const kids = pageNumbers.map((number) => `${number} 0 R`).join(' ')
  const more = [
    ...addOutline(description, pageNumbers, objects),
    ...addTags(pages, pageNumbers, objects),
  ]
  const resources = allFields.length > 0 ? ` /DR ${fieldFonts}` : ''
  const form = `/AcroForm << /Fields [${allFields.join(' ')}]${resources} >>`
  objects[0] = `<< ${['/Type /Catalog /Pages 2 0 R', form, ...more].join(' ')} >>`
  objects[1] = `<< /Type /Pages /Kids [${kids}] /Count ${pages.length}${inherited} >>`
  const info = title === undefined ? undefined : add(`<< /Title ${textString(title)} >>`)
  const encrypt = encryption && add(encryption.dictionary)
  return serialize(objects, [
    '/Root 1 0 R',
    ...(info === undefined ? [] : [`/Info ${info} 0 R`]),
    ...(encrypt === undefined ? [] : [`/Encrypt ${encrypt} 0 R`]),
    `/ID [<${fileId}> <${fileId}>]`,
  ])
}

function linkBody({ target, page, rect }: LinkDescription, pageNumbers: readonly number[]): string {
  const action =
    page === undefined
      ? `<< /S /URI /URI ${textString(target)} >>`
      : `<< /S /GoTo /D [${pageNumbers[page]} 0 R ${target}] >>`
  return `<< /Type /Annot /Subtype /Link /Rect [${rect.join(' ')}] /Border [0 0 0] /A ${action} >>`
}

/** @returns The entries of the catalog (ISO 32000-1, 12.3.3). */
function addOutline(
  { outline = [] }: PdfDescription,
  pageNumbers: readonly number[],
  objects: string[],
): string[] {
  if (outline.length === 0) return []
  const root = objects.length + 1
  const last = root + outline.length
  objects.push(`<< /First ${root + 1} 0 R /Last ${last} 0 R /Count ${outline.length} >>`)
  for (const [index, { title, page }] of outline.entries()) {
    const next = root + 2 + index <= last ? ` /Next ${root + 2 + index} 0 R` : ''
    const target = `/Dest [${pageNumbers[page]} 0 R /Fit]`
    objects.push(`<< /Title ${textString(title)} /Parent ${root} 0 R ${target}${next} >>`)
  }
  return [`/Outlines ${root} 0 R`]
}

/** Adds one element for each tag, all under the root. @returns The entries of the catalog (ISO 32000-1, 14.7.2). */
function addTags(
  pages: readonly PageDescription[],
  pageNumbers: readonly number[],
  objects: string[],
): string[] {
  const all = pages.map(({ tags = [] }) => tags)
  if (all.every((tags) => tags.length === 0)) return []
  const root = objects.push('')
  const owners: number[][] = all.map(() => [])
  const perPage = all.map((tags, page) =>
    tags.map((tag, index) =>
      addTag(typeof tag === 'string' ? { type: tag, kids: [index] } : tag, root, {
        page: pageNumbers[page] ?? 0,
        objects,
        owners: owners[page] ?? [],
      }),
    ),
  )
  const references = (numbers: readonly number[]) => numbers.map((n) => `${n} 0 R`).join(' ')
  const parents = owners.map((numbers, page) => `${page} [${references(numbers)}]`).join(' ')
  objects[root - 1] =
    `<< /Type /StructTreeRoot /K [${references(perPage.flat())}] ` +
    `/ParentTree << /Nums [${parents}] >> >>`
  return [`/StructTreeRoot ${root} 0 R`, '/MarkInfo << /Marked true >>']
}

interface TagTarget {
  readonly page: number
  readonly objects: string[]
  /** The element of each marked content. */
  readonly owners: number[]
}

function addTag({ type, attributes, kids }: TagDescription, parent: number, to: TagTarget): number {
  const own = to.objects.push('')
  const written = kids.map((kid) => {
    if (typeof kid !== 'number') return `${addTag(kid, own, to)} 0 R`
    to.owners[kid] = own
    return String(kid)
  })
  const [only, ...more] = written
  const children = only !== undefined && more.length === 0 ? only : `[${written.join(' ')}]`
  const table = attributes === undefined ? '' : ` /A << /O /Table ${attributes} >>`
  to.objects[own - 1] =
    `<< /Type /StructElem /S /${type} /P ${parent} 0 R /Pg ${to.page} 0 R${table} /K ${children} >>`
  return own
}

const isField = (body: string) => body.includes('/Subtype /Widget')

const grayShading =
  '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function << /FunctionType 2 /Domain [0 1] /N 1 >> >>'

function pageBody(
  page: PageDescription,
  resources: string,
  content: number,
  annotations: string,
  index: number,
): string {
  const { width = 612, height = 792, rotate, cropBox } = page
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]`,
    ...(cropBox ? [`/CropBox [${cropBox.join(' ')}]`] : []),
    ...(rotate === undefined ? [] : [`/Rotate ${rotate}`]),
    ...(resources === '' ? [] : [resources]),
    `/Contents ${content} 0 R`,
    ...(page.tags ? [`/StructParents ${index}`] : []),
    `/Annots [${annotations}] >>`,
  ].join(' ')
}

const fieldFonts = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

/** @returns The number of the widget annotation. */
function addField(
  field: FieldDescription,
  objects: string[],
  stream: (dictionary: string, body: string, number: number) => string,
): number {
  const [left, bottom, right, top] = field.rect
  const [width, height] = [right - left, top - bottom]
  const appearance = objects.push('')
  objects[appearance - 1] = stream(
    `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources ${fieldFonts}`,
    drawingOf(field, width, height),
    appearance,
  )
  return objects.push(
    `<< /Type /Annot /Subtype /Widget ${entriesOf(field, appearance)} /T (field${appearance}) /F 4 ` +
      `/Rect [${field.rect.join(' ')}] /DA (/F 10 Tf) >>`,
  )
}

function drawingOf({ value, choices, isCheckBox }: FieldDescription, x: number, y: number): string {
  const cross = value === 'Off' ? '' : ` 0 0 m ${x} ${y} l S 0 ${y} m ${x} 0 l S`
  if (isCheckBox) return `0 0 ${x} ${y} re S${cross}`
  return choices ? '/Tx BMC EMC' : `/Tx BMC BT /F 10 Tf 2 4 Td ${textString(value)} Tj ET EMC`
}

/** @returns The type of a field, its value, and its appearance. */
function entriesOf({ value, choices, isCheckBox }: FieldDescription, appearance: number): string {
  const shown = `${appearance} 0 R`
  if (isCheckBox) return `/FT /Btn /V /${value} /AS /${value} /AP << /N << /${value} ${shown} >> >>`
  const type = choices
    ? `/FT /Ch /Ff 131072 /Opt [${choices.map(textString).join(' ')}]`
    : '/FT /Tx'
  return `${type} /V ${textString(value)} /AP << /N ${shown} >>`
}

function textString(text: string): string {
  return `(${text.replace(/[\\()]/g, '\\$&')})`
}

const fileId = '00112233445566778899aabbccddeeff'

/** One byte a character, as everything above is ASCII or encrypted bytes. */
function serialize(objects: readonly string[], trailer: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n'
  const offsets = objects.map((body, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} ${trailer.join(' ')} >>\n`
  file += `startxref\n${start}\n%%EOF\n`
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}

interface Encryption {
  readonly dictionary: string
  encrypt(body: string, objectNumber: number): string
}

// ISO 32000-1, 7.6.3.3: the padding of passwords.
const padding = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3), with a separate owner password. */
function encryptionOf(password: string): Encryption {
  const padded = (text: string) => Buffer.concat([Buffer.from(text), padding]).subarray(0, 32)
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password))
  const permissions = Buffer.from('fcffffff', 'hex')
  const id = Buffer.from(fileId, 'hex')
  const key = md5(padded(password), owner, permissions, id).subarray(0, 5)
  const user = rc4(key, padding)
  return {
    dictionary:
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${owner.toString('hex')}> ` +
      `/U <${user.toString('hex')}> >>`,
    encrypt: (body, number) => {
      const salt = Buffer.from([number & 0xff, (number >> 8) & 0xff, 0, 0, 0])
      return rc4(md5(key, salt).subarray(0, 10), Buffer.from(body, 'latin1')).toString('latin1')
    },
  }
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff
    ;[state[i], state[j]] = [state[j] ?? 0, state[i] ?? 0]
  }
  let i = 0
  j = 0
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 0xff
      j = (j + (state[i] ?? 0)) & 0xff
      ;[state[i], state[j]] = [state[j] ?? 0, state[i] ?? 0]
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0)
    }),
  )
}
