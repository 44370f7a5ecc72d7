import { expect, test } from 'vitest'
import { Warnings } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import { cpuNow } from '../../testing/time.ts'
import { writeMarkdown } from '../../writers/markdown/index.ts'
import {
  type DiagramNode,
  findDiagramDrawing,
  readDiagram,
  readDiagramDrawing,
  toDiagramBlocks,
} from './diagram.ts'
import { xml } from './testing/xml.ts'

function point(id: number, text = '', type = ''): string {
  const kind = type && ` type="${type}"`
  return `<dgm:pt modelId="${id}"${kind}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
}

function link(from: number, to: number, order = 0, type = ''): string {
  const kind = type && ` type="${type}"`
  return `<dgm:cxn${kind} srcId="${from}" destId="${to}" srcOrd="${order}"/>`
}

function model(points: string, links: string): string {
  return `<dgm:dataModel><dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${links}</dgm:cxnLst></dgm:dataModel>`
}

function toMarkdown(source: string): string {
  const blocks = toDiagramBlocks(readDiagram(xml(source), { warnings: new Warnings() }))
  return writeMarkdown({ pages: [], notes: [], blocks }, { tables: 'pipe', limits: defaultLimits })
}

test.each([
  {
    name: 'children are in the order of their connections, not of the file',
    source: model(
      point(0, '', 'doc') + point(1, 'b') + point(2, 'a') + point(3, 'c'),
      link(0, 1, 1) + link(0, 2, 0) + link(2, 3),
    ),
    markdown: '- a\n  - c\n- b\n',
  },
  {
    name: 'transitions and points of the layout are left out',
    source: model(
      point(0, '', 'doc') + point(1, 'a') + point(2, 'x', 'sibTrans') + point(3, 'y', 'pres'),
      link(0, 1) + link(0, 2, 1) + link(0, 3, 2) + link(1, 3, 0, 'presOf'),
    ),
    markdown: '- a\n',
  },
  {
    name: 'a cycle of connections ends',
    source: model(
      point(0, '', 'doc') + point(1, 'a') + point(2, 'b'),
      link(0, 1) + link(1, 2) + link(2, 1) + link(2, 2),
    ),
    markdown: '- a\n  - b\n',
  },
  {
    name: 'points without a connection are kept',
    source: model(point(1, 'a') + point(2, 'b'), ''),
    markdown: '- a\n- b\n',
  },
  { name: 'an empty model gives no blocks', source: '<dgm:dataModel/>', markdown: '' },
])('readDiagram: $name', ({ source, markdown }) => {
  expect(toMarkdown(source)).toBe(markdown)
})

test('reads a chain of 20,000 points quickly, and every point once', () => {
  const ids = Array.from({ length: 20_000 }, (_, index) => index)
  const source = model(
    ids.map((id) => point(id, `t${id}`, id === 0 ? 'doc' : '')).join(''),
    ids
      .slice(1)
      .map((id) => link(id - 1, id))
      .join(''),
  )
  const started = cpuNow()
  const nodes = readDiagram(xml(source), { warnings: new Warnings() })
  expect(cpuNow() - started).toBeLessThan(10_000)
  expect(countNodes(nodes)).toBe(19_999)
})

function countNodes(nodes: readonly DiagramNode[]): number {
  return nodes.reduce((count, node) => count + 1 + countNodes(node.children), 0)
}

test("reads the texts of a diagram's drawing, shape by shape", () => {
  const shape = (text: string): string =>
    `<dsp:sp><dsp:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dsp:txBody></dsp:sp>`
  const drawing = xml(
    `<dsp:drawing><dsp:spTree>${shape('a')}<dsp:sp/>${shape('b')}</dsp:spTree></dsp:drawing>`,
  )
  expect(readDiagramDrawing(drawing, { warnings: new Warnings() })).toHaveLength(2)
})

test('finds the drawing that the data model names', () => {
  const extension = '<a:ext uri="{1}"><dsp:dataModelExt relId="rId6"/></a:ext>'
  const source = `<dgm:dataModel><dgm:extLst>${extension}</dgm:extLst></dgm:dataModel>`
  expect(findDiagramDrawing(xml(source))).toBe('rId6')
  expect(findDiagramDrawing(xml('<dgm:dataModel/>'))).toBeUndefined()
})
