/** Builds DOCX files for tests, and prints documents as lines to compare. */
import { defaultLimits } from '../../../limits.ts'
import { type Block, type Cell, cellBlocks, type Inline, type Item } from '../../../model/index.ts'
import {
  makeContentTypes,
  makeCore,
  makeRelationships,
  namespaces,
  type Target,
} from '../../ooxml/testing/package.ts'
import { makeZip } from '../../ooxml/testing/zip.ts'
import type { Profile, Reading } from '../../reader.ts'
import { readDocx } from '../index.ts'

/** Content of the root elements of parts. */
export interface TestDocument {
  readonly body: string
  readonly styles?: string
  readonly numbering?: string
  readonly footnotes?: string
  readonly endnotes?: string
  readonly comments?: string
  readonly relationships?: Readonly<Record<string, Target>>
  /** Additional parts by name. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>
  readonly title?: string
}

const partNames = ['styles', 'numbering', 'footnotes', 'endnotes', 'comments'] as const

export function makeDocx(document: TestDocument): Buffer {
  const { body, relationships = {}, parts = {}, title } = document
  const given = partNames.filter((name) => document[name] !== undefined)
  const targets: [string, Target][] = given.map((name) => [name, [name, `${name}.xml`]])
  return makeZip({
    '[Content_Types].xml': makeContentTypes(
      {
        '/word/document.xml':
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
      },
      '<Default Extension="html" ContentType="text/html"/>',
    ),
    '_rels/.rels': makeRelationships({
      main: ['officeDocument', 'word/document.xml'],
      ...(title !== undefined && { core: ['metadata/core-properties', 'core.xml'] }),
    }),
    'word/document.xml': withNamespaces('document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': makeRelationships({
      ...Object.fromEntries(targets),
      ...relationships,
    }),
    ...Object.fromEntries(
      given.map((name) => [`word/${name}.xml`, withNamespaces(name, document[name] ?? '')]),
    ),
    ...(title !== undefined && { 'core.xml': makeCore(title) }),
    ...parts,
  })
}

/** Returns a root element of WordprocessingML that declares all prefixes. */
export function withNamespaces(name: string, inside: string): string {
  return `<w:${name} ${namespaces}>${inside}</w:${name}>`
}

export function read(document: TestDocument, profile: Profile = 'fast'): Promise<Reading> {
  return readDocx(makeDocx(document), { profile, limits: defaultLimits })
}

/** Reads a document and prints it as lines. */
export async function readLines(
  document: TestDocument | string,
  profile: Profile = 'fast',
): Promise<string[]> {
  const { document: tree } = await read(
    typeof document === 'string' ? { body: document } : document,
    profile,
  )
  return [
    ...tree.blocks.flatMap(linesOf),
    ...tree.notes.flatMap(({ id, blocks }) => [`[^${id}]:`, ...indent(blocks.flatMap(linesOf))]),
  ]
}

/** A paragraph. @param properties Content of its `w:pPr`. */
export function p(content: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`
}

/** A paragraph of a style. */
export function styled(style: string, content: string, properties = ''): string {
  return p(content, `<w:pStyle w:val="${style}"/>${properties}`)
}

/** A numbered paragraph. */
export function numbered(content: string, numId: number, level = 0, properties = ''): string {
  return p(
    content,
    `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>${properties}`,
  )
}

/** A run. @param properties Content of its `w:rPr`. */
export function run(text: string, properties = ''): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
}

/** A style. @param rest Elements after its name. */
export function style(type: string, id: string, name: string, rest = ''): string {
  return `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`
}

/** A table of rows of cells; a cell is text or the content of its `w:tc`. */
export function tableOf(...rows: readonly (readonly string[])[]): string {
  const cell = (content: string): string =>
    `<w:tc>${content.startsWith('<') ? content : p(content)}</w:tc>`
  return `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`
}

/** A numbering level. @param rest Additional elements. */
export function levelOf(index: number, format: string, text: string, rest = ''): string {
  return `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${rest}<w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (index + 1)}" w:hanging="360"/></w:pPr></w:lvl>`
}

export function abstractOf(id: number, ...levels: readonly string[]): string {
  return `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
}

export function instanceOf(numId: number, abstractId: number, overrides = ''): string {
  return `<w:num w:numId="${numId}"><w:abstractNumId w:val="${abstractId}"/>${overrides}</w:num>`
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

function linesOf(block: Block): string[] {
  switch (block.type) {
    case 'title':
      return [`title: ${textOf(block.inlines)}`]
    case 'heading':
      return [`h${block.level}: ${textOf(block.inlines)}`]
    case 'paragraph':
      return [`${rolePrefix(block.role)}${boxOf(block.checked)}${textOf(block.inlines)}`]
    case 'list':
      return block.items.flatMap(itemLines)
    case 'table':
      return tableLines(block)
    case 'codeBlock':
      return block.text.split('\n').map((line) => `code: ${line}`)
    case 'formulaBlock':
      return [`$$${block.latex}$$${block.number === undefined ? '' : ` (${block.number})`}`]
    case 'quote':
      return block.blocks.flatMap(linesOf).map((line) => `> ${line}`)
    case 'figure':
      return [
        `figure: ${block.alt ?? ''}${block.caption ? ` | ${textOf(block.caption.inlines)}` : ''}`,
        ...indent(block.blocks.flatMap(linesOf)),
      ]
    case 'furniture':
      return [`${block.kind}:`, ...indent(block.blocks.flatMap(linesOf))]
    default:
      return [block.type]
  }
}

function rolePrefix(role: string | undefined): string {
  return role === undefined ? '' : `${role}: `
}

function boxOf(checked: boolean | undefined): string {
  if (checked === undefined) return ''
  return checked ? '[x] ' : '[ ] '
}

function itemLines({ marker, checked, blocks }: Item): string[] {
  const printed =
    marker.type === 'number'
      ? `${marker.value}${marker.delimiter}`
      : marker.type === 'label'
        ? `"${marker.text}"`
        : '-'
  const [first = '', ...rest] = blocks.flatMap(linesOf)
  return [`${printed} ${boxOf(checked)}${first}`, ...indent(rest)]
}

function tableLines({ rows, caption }: Extract<Block, { readonly type: 'table' }>): string[] {
  return [
    ...(caption ? [`table: ${textOf(caption.inlines)}`] : []),
    ...rows.map(({ cells }) => `| ${cells.map(cellText).join(' | ')} |`),
  ]
}

function cellText(cell: Cell): string {
  const { columnSpan = 1, rowSpan = 1, header } = cell
  const span = columnSpan > 1 || rowSpan > 1 ? `{${rowSpan}x${columnSpan}}` : ''
  return `${span}${header ? '!' : ''}${cellBlocks(cell).flatMap(linesOf).join(' ¶ ')}`
}

function textOf(inlines: readonly Inline[]): string {
  return inlines.map(inlineText).join('')
}

function inlineText(inline: Inline): string {
  switch (inline.type) {
    case 'text': {
      const { bold, italic, strike, underline, script } = inline
      const marks = `${bold ? 'b' : ''}${italic ? 'i' : ''}${strike ? 's' : ''}${underline ? 'u' : ''}${script ?? ''}`
      return marks === '' ? inline.text : `<${marks}>${inline.text}</>`
    }
    case 'code':
      return `\`${inline.text}\``
    case 'link':
      return `[${textOf(inline.inlines)}](${inline.target})`
    case 'formula':
      return `$${inline.latex}$`
    case 'lineBreak':
      return ' / '
    case 'noteReference':
      return `[^${inline.note}]`
    case 'image':
      return `![${inline.alt}]`
  }
}
