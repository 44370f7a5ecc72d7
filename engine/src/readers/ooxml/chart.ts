/**
 * Parses a chart part: title, axis titles and series, as the file caches them.
 *
 * ECMA-376 Part 1, 21.2 (`c:chartSpace`); [MS-ODRAWXML] 2.24 (`cx:chartSpace`: waterfall, treemap, histogram, …).
 * Formatting, data labels, trend lines, and shapes drawn on the chart are not read.
 */
import { writeChartValue } from './chart-values.ts'
import { readBoolean, readInteger } from './drawing-lengths.ts'
import type { TextBody, TextRun } from './drawing-text.ts'
import { hasText, readTextBody, type TextContext } from './drawing-text.ts'
import { childrenNamed, descendantsNamed, findChild, findPath, type XmlElement } from './xml.ts'

export interface Chart {
  readonly title?: TextBody
  readonly categoryTitle?: string
  readonly valueTitle?: string
  readonly series: readonly ChartSeries[]
}

export interface ChartSeries {
  readonly name?: string
  /** Levels of categories, the outermost first; the x values of scatter charts count as categories. */
  readonly categories: readonly Points[]
  readonly values: Points
  /** Sizes of the bubbles of a bubble chart. */
  readonly sizes?: Points
}

/** Formatted values by index. */
export type Points = ReadonlyMap<number, string>

/** @param root A `c:chartSpace` or a `cx:chartSpace`. */
export function readChart(root: XmlElement, context: TextContext): Chart {
  return root.name === 'cx:chartSpace' ? readChartEx(root, context) : readClassic(root, context)
}

function readClassic(root: XmlElement, context: TextContext): Chart {
  const chart = findChild(root, 'c:chart')
  const plot = findChild(chart, 'c:plotArea')
  const since1904 = readBoolean(findChild(root, 'c:date1904')?.attributes['val']) ?? false
  const axes = plot?.children.filter(({ name }) => name.endsWith('Ax')) ?? []
  const values = axes.findLast(({ name }) => name === 'c:valAx')
  const categories = axes.find((axis) => axis !== values)
  const groups = plot?.children.filter(({ name }) => name.endsWith('Chart')) ?? []
  return {
    ...pick('title', readTitle(findChild(chart, 'c:title'), context)),
    ...pick('categoryTitle', readAxisTitle(categories, context)),
    ...pick('valueTitle', readAxisTitle(values, context)),
    series: groups.flatMap((group) =>
      childrenNamed(group, 'c:ser').map((series) => readSeries(series, since1904)),
    ),
  }
}

/** 21.2.2.176 and its siblings: a series of any chart type. */
function readSeries(series: XmlElement, since1904: boolean): ChartSeries {
  const child = (...names: string[]): XmlElement | undefined =>
    names.map((name) => findChild(series, name)).find((each) => each !== undefined)
  const levels = readLevels(child('c:cat', 'c:xVal'), since1904)
  const sizes = child('c:bubbleSize')
  return {
    ...pick('name', readName(child('c:tx'))),
    categories: levels,
    values: readLevels(child('c:val', 'c:yVal'), since1904)[0] ?? new Map(),
    ...(sizes && { sizes: readLevels(sizes, since1904)[0] ?? new Map() }),
  }
}

function readName(text: XmlElement | undefined): string | undefined {
  if (!text) return undefined
  const literal = findChild(text, 'c:v')?.text
  const cached = [...descendantsNamed(text, 'c:pt')].map((point) => findChild(point, 'c:v')?.text)
  return (literal ?? cached.join(' ')).trim() || undefined
}

/** Reads the caches of a `c:cat`, `c:val`, …: one cache or several levels (21.2.2.102), the innermost first. */
function readLevels(data: XmlElement | undefined, since1904: boolean): Points[] {
  const source = data?.children[0]
  if (!source) return []
  const cache = source.children.find(({ name }) => name.endsWith('Cache')) ?? source
  const levels = childrenNamed(cache, 'c:lvl')
  const isNumeric = cache.name.startsWith('c:num')
  const code = isNumeric ? (findChild(cache, 'c:formatCode')?.text ?? 'General') : undefined
  return (levels.length > 0 ? levels.reverse() : [cache]).map((level) =>
    readPoints(childrenNamed(level, 'c:pt'), code, since1904),
  )
}

/** @param code Number format; `undefined` for text. */
function readPoints(
  points: readonly XmlElement[],
  code: string | undefined,
  since1904: boolean,
): Points {
  return new Map(
    points.map((point, order): [number, string] => {
      const raw = findChild(point, 'c:v')?.text ?? point.text
      const own = point.attributes['formatCode'] ?? code
      const text = code === undefined ? raw : writeChartValue(raw, own, since1904)
      return [readInteger(point.attributes['idx']) ?? order, text]
    }),
  )
}

/** Reads a title's rich text, or the cached text of the cell it refers to (21.2.2.210, 21.2.2.216). */
function readTitle(title: XmlElement | undefined, context: TextContext): TextBody | undefined {
  const rich = findPath(title, 'c:tx', 'c:rich') ?? findPath(title, 'cx:tx', 'cx:rich')
  const body = rich && readTextBody(rich, context)
  if (body?.paragraphs.some(hasText)) return body
  const text = readName(findChild(title, 'c:tx')) ?? readExText(findChild(title, 'cx:tx'))
  if (text === undefined) return undefined
  const run: TextRun = { type: 'text', text, marks: {} }
  return { paragraphs: [{ level: 0, style: {}, runs: [run] }], styles: [] }
}

function readAxisTitle(axis: XmlElement | undefined, context: TextContext): string | undefined {
  const title = findChild(axis, 'c:title') ?? findChild(axis, 'cx:title')
  const runs = readTitle(title, context)?.paragraphs.flatMap((paragraph) => paragraph.runs) ?? []
  const text = runs.map((run) => (run.type === 'text' ? run.text : ' ')).join('')
  return text.trim() || undefined
}

function readChartEx(root: XmlElement, context: TextContext): Chart {
  const chart = findChild(root, 'cx:chart')
  const plot = findChild(chart, 'cx:plotArea')
  const data = new Map(
    childrenNamed(findChild(root, 'cx:chartData'), 'cx:data').map((each) => [
      each.attributes['id'] ?? '',
      each,
    ]),
  )
  const axes = childrenNamed(plot, 'cx:axis')
  const values = axes.find((axis) => findChild(axis, 'cx:valScaling'))
  const categories = axes.find((axis) => findChild(axis, 'cx:catScaling'))
  const series = childrenNamed(findChild(plot, 'cx:plotAreaRegion'), 'cx:series')
  return {
    ...pick('title', readTitle(findChild(chart, 'cx:title'), context)),
    ...pick('categoryTitle', readAxisTitle(categories, context)),
    ...pick('valueTitle', readAxisTitle(values, context)),
    series: series.map((each) => readExSeries(each, data)),
  }
}

function readExSeries(series: XmlElement, data: ReadonlyMap<string, XmlElement>): ChartSeries {
  const source = data.get(findChild(series, 'cx:dataId')?.attributes['val'] ?? '')
  const categories = findChild(source, 'cx:strDim')
  return {
    ...pick('name', readExText(findChild(series, 'cx:tx'))),
    categories: childrenNamed(categories, 'cx:lvl').reverse().map(readExLevel),
    values:
      childrenNamed(findChild(source, 'cx:numDim'), 'cx:lvl').map(readExLevel)[0] ?? new Map(),
  }
}

function readExLevel(level: XmlElement): Points {
  const code = level.attributes['formatCode']
  return readPoints(childrenNamed(level, 'cx:pt'), code, false)
}

function readExText(text: XmlElement | undefined): string | undefined {
  return findPath(text, 'cx:txData', 'cx:v')?.text.trim() || undefined
}

function pick<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [Name in Key]?: Value } {
  // Sound: the record is empty or holds the key with its value.
  return (value === undefined ? {} : { [key]: value }) as { readonly [Name in Key]?: Value }
}
