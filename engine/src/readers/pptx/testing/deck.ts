/** Builds PPTX files for tests. */
import {
  makeContentTypes,
  makeCore,
  makeRelationships,
  namespaces,
  type Target,
} from '../../ooxml/testing/package.ts'
import { makeZip } from '../../ooxml/testing/zip.ts'

interface TestSlide {
  /** Elements of the shape tree. */
  readonly shapes: string
  readonly relationships?: Readonly<Record<string, Target>>
}

export interface TestDeck {
  readonly slides: readonly TestSlide[]
  /** Additional parts by name, without the namespaces of the root element. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>
  /** Relationships of the presentation. */
  readonly relationships?: Readonly<Record<string, Target>>
  readonly title?: string
  /** Ids in the list of slides, instead of all slides in order. */
  readonly list?: readonly string[]
}

/** Builds a presentation whose slides are `ppt/slides/s1.xml`, …, with the relationship ids `s1`, … */
export function makePptx(deck: TestDeck): Buffer {
  const names = deck.slides.map((_, index) => `s${index + 1}`)
  const ids = (deck.list ?? names).map((id, index) => `<p:sldId id="${256 + index}" r:id="${id}"/>`)
  const slides = deck.slides.flatMap(({ shapes, relationships = {} }, index) => [
    [`ppt/slides/s${index + 1}.xml`, makeSlide(shapes)],
    [`ppt/slides/_rels/s${index + 1}.xml.rels`, makeRelationships(relationships)],
  ])
  const targets = names.map((name): [string, Target] => [name, ['slide', `slides/${name}.xml`]])
  return makeZip({
    '[Content_Types].xml': makeContentTypes({
      '/ppt/presentation.xml':
        'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
    }),
    '_rels/.rels': makeRelationships({
      main: ['officeDocument', '/ppt/presentation.xml'],
      core: [
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ],
    }),
    'docProps/core.xml': makeCore(deck.title ?? ''),
    'ppt/presentation.xml': withNamespaces(
      `<p:presentation><p:sldIdLst>${ids.join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    ),
    'ppt/_rels/presentation.xml.rels': makeRelationships({
      ...Object.fromEntries(targets),
      ...deck.relationships,
    }),
    ...Object.fromEntries(slides),
    ...Object.fromEntries(
      Object.entries(deck.parts ?? {}).map(([name, part]) => [
        name,
        typeof part === 'string' ? withNamespaces(part) : part,
      ]),
    ),
  })
}

/** A slide, layout or master, depending on the root element. */
export function makeSlide(shapes: string, root = 'p:sld', more = ''): string {
  return withNamespaces(
    `<${root}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>${more}</${root}>`,
  )
}

function withNamespaces(xml: string): string {
  return xml.includes('xmlns:p=') ? xml : xml.replace(/^<[\w:]+/, (open) => `${open} ${namespaces}`)
}

/** A shape, optionally a placeholder, with a paragraph for every line. */
export function shape(text: string, placeholder?: string, more = ''): string {
  const key = placeholder === undefined ? '' : `<p:ph ${placeholder}/>`
  const paragraphs = text
    .split('\n')
    .map((line) => `<a:p>${line && `<a:r><a:t>${line}</a:t></a:r>`}</a:p>`)
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name=""/><p:cNvSpPr/><p:nvPr>${key}</p:nvPr></p:nvSpPr><p:spPr>${more}</p:spPr><p:txBody><a:bodyPr/>${paragraphs.join('')}</p:txBody></p:sp>`
}

/** A transform; all lengths are points. */
export function transform(x: number, y: number, width: number, height: number): string {
  const emu = (points: number): number => points * 12_700
  return `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/><a:ext cx="${emu(width)}" cy="${emu(height)}"/></a:xfrm>`
}
