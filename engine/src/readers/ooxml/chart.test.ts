import { expect, test } from 'vitest'
import { Warnings } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import { writeMarkdown } from '../../writers/markdown/index.ts'
import { readChart } from './chart.ts'
import { toChartFigure } from './chart-table.ts'
import { writeChartValue } from './chart-values.ts'
import { xml } from './testing/xml.ts'

function cache(kind: 'str' | 'num', values: readonly (string | number)[], more = ''): string {
  const points = values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)
  return `<c:${kind}Ref><c:f>A1</c:f><c:${kind}Cache>${more}${points.join('')}</c:${kind}Cache></c:${kind}Ref>`
}

function chart(series: string, rest = '', kind = 'barChart'): string {
  return `<c:chartSpace><c:chart>${rest}<c:plotArea><c:${kind}>${series}</c:${kind}></c:plotArea></c:chart></c:chartSpace>`
}

function toMarkdown(source: string): { markdown: string; warnings: readonly string[] } {
  const warnings = new Warnings()
  const blocks = [toChartFigure(readChart(xml(source), { warnings }), warnings)]
  const markdown = writeMarkdown(
    { pages: [], notes: [], blocks },
    { tables: 'pipe', limits: defaultLimits },
  )
  return { markdown, warnings: warnings.list.map(({ code }) => code) }
}

test.each([
  {
    name: 'a title with its own text',
    source: chart(
      '',
      '<c:title><c:tx><c:rich><a:p><a:r><a:t>Own</a:t></a:r></a:p></c:rich></c:tx></c:title>',
    ),
    markdown: 'Own\n',
  },
  {
    name: 'a title from a cell',
    source: chart('', `<c:title><c:tx>${cache('str', ['From a cell'])}</c:tx></c:title>`),
    markdown: 'From a cell\n',
  },
  {
    name: 'an empty chart',
    source: chart('', '<c:title/>'),
    markdown: '',
  },
  {
    name: 'series of the same categories in one table, gaps left empty',
    source: chart(
      `<c:ser><c:tx>${cache('str', ['One'])}</c:tx><c:cat>${cache('str', ['a', 'b'])}</c:cat><c:val>${cache('num', [1])}</c:val></c:ser>
      <c:ser><c:tx><c:v>Two</c:v></c:tx><c:cat>${cache('str', ['a', 'b'])}</c:cat><c:val>${cache('num', [3, 4])}</c:val></c:ser>`,
    ),
    markdown: '| | One | Two |\n| --- | ---: | ---: |\n| a | 1 | 3 |\n| b | | 4 |\n',
  },
  {
    name: 'a series without name and categories',
    source: chart(`<c:ser><c:val>${cache('num', [1, 2])}</c:val></c:ser>`, '', 'pieChart'),
    markdown: '| Series 1 |\n| ---: |\n| 1 |\n| 2 |\n',
  },
  {
    name: 'bubbles with their sizes',
    source: chart(
      `<c:ser><c:tx><c:v>S</c:v></c:tx><c:xVal>${cache('num', [1])}</c:xVal><c:yVal>${cache('num', [2])}</c:yVal><c:bubbleSize>${cache('num', [3])}</c:bubbleSize></c:ser>`,
      '',
      'bubbleChart',
    ),
    markdown: '| | S | S (size) |\n| ---: | ---: | ---: |\n| 1 | 2 | 3 |\n',
  },
  {
    name: 'literal values',
    source: chart(
      '<c:ser><c:cat><c:strLit><c:pt idx="0"><c:v>a</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:formatCode>0.0</c:formatCode><c:pt idx="0"><c:v>1</c:v></c:pt></c:numLit></c:val></c:ser>',
    ),
    markdown: '| | Series 1 |\n| --- | ---: |\n| a | 1.0 |\n',
  },
])('readChart: $name', ({ source, markdown }) => {
  expect(toMarkdown(source)).toEqual({ markdown, warnings: [] })
})

test('distant indexes cause no empty rows between them', () => {
  const point = '<c:pt idx="4000000000"><c:v>2</c:v></c:pt>'
  const { markdown } = toMarkdown(
    chart(
      `<c:ser><c:val>${cache('num', [1], `<c:ptCount val="4000000001"/>${point}`)}</c:val></c:ser>`,
    ),
  )
  expect(markdown).toBe('| Series 1 |\n| ---: |\n| 1 |\n| 2 |\n')
})

test('leaves out a chart with too many cells, with a warning', () => {
  const series = Array.from(
    { length: 400 },
    (_, index) =>
      `<c:ser><c:val><c:numLit><c:pt idx="${index}"><c:v>1</c:v></c:pt></c:numLit></c:val></c:ser>`,
  )
  expect(toMarkdown(chart(series.join('')))).toEqual({
    markdown: '',
    warnings: ['chart_too_large'],
  })
})

test.each([
  { raw: '0.30000000000000004', code: 'General', text: '0.3' },
  { raw: '1E3', code: undefined, text: '1000' },
  { raw: '0.125', code: '0.0%', text: '12.5%' },
  { raw: '-1234.5', code: '#,##0.00', text: '-1,234.50' },
  { raw: '45432', code: 'm/d/yyyy', text: '2024-05-20' },
  { raw: '45432.5', code: 'd/m/yy h:mm', text: '2024-05-20T12:00:00' },
  { raw: '0.5', code: 'h:mm', text: '12:00:00' },
  { raw: '45432', code: 'mmm', text: '2024-05-20' },
  { raw: '12', code: '"mmm" 0', text: 'mmm 12' },
  { raw: '7', code: '0"days', text: '7' },
  { raw: '#N/A', code: '0', text: '#N/A' },
  { raw: '5', code: ';;;', text: '5' },
])('writeChartValue: $raw as $code is $text', ({ raw, code, text }) => {
  expect(writeChartValue(raw, code)).toBe(text)
})

test('dates may count from 1904', () => {
  expect(writeChartValue('0', 'yyyy-mm-dd', true)).toBe('1904-01-01')
})
