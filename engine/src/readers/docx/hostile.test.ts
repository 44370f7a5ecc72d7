import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { cpuNow } from '../../testing/time.ts'
import { readDocx } from './index.ts'
import {
  abstractOf,
  instanceOf,
  levelOf,
  makeDocx,
  numbered,
  p,
  run,
  style,
  styled,
  type TestDocument,
  tableOf,
  withNamespaces,
} from './testing/docx.ts'

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
const chart =
  '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'

/** Time limit of each case where several tests share a machine; alone each takes a tenth. */
const TIME_MS = 5_000

const cases: readonly { readonly name: string; readonly document: TestDocument }[] = [
  {
    name: 'styles that are based on each other in a long chain',
    document: {
      body: many(500, (index) => styled(`s${index * 10}`, 'a')),
      styles: many(5_000, (index) =>
        style('paragraph', `s${index}`, `n${index}`, `<w:basedOn w:val="s${index + 1}"/>`),
      ),
    },
  },
  {
    name: 'numbering styles that refer to each other in a cycle',
    document: {
      body: many(2_000, () => numbered('a', 1)),
      styles: style(
        'numbering',
        'N',
        'N',
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>',
      ),
      numbering: abstractOf(0, '<w:numStyleLink w:val="N"/>') + instanceOf(1, 0),
    },
  },
  {
    name: 'numbering with thousands of definitions',
    document: {
      body: many(5_000, (index) => numbered('a', index)),
      numbering:
        many(5_000, (index) => abstractOf(index, levelOf(0, 'decimal', '%1.'))) +
        many(5_000, (index) => instanceOf(index, index)),
    },
  },
  {
    name: 'huge numbers in letters and with leading zeros',
    document: {
      body: many(2_000, (index) => numbered('a', index % 3)),
      numbering: ['upperRoman', 'lowerLetter', `${'0'.repeat(10_000)}1, 2`]
        .map(
          (format, index) =>
            abstractOf(
              index,
              levelOf(0, format, '%1'.repeat(100)).replace(
                'w:start w:val="1"',
                'w:start w:val="2147483000"',
              ),
            ) + instanceOf(index, index),
        )
        .join(''),
    },
  },
  {
    name: 'lists with ever larger indents',
    document: {
      body: many(5_000, (index) =>
        numbered('a', index % 2, 0, `<w:ind w:left="${index * 200}" w:hanging="100"/>`),
      ),
      numbering:
        abstractOf(0, levelOf(0, 'bullet', '•')) +
        abstractOf(1, levelOf(0, 'bullet', '•')) +
        instanceOf(0, 0) +
        instanceOf(1, 1),
    },
  },
  { name: 'fields that never end', document: { body: p(begin.repeat(20_000)) + p('a') } },
  {
    name: 'deeply nested fields',
    document: { body: p(begin.repeat(10_000) + end.repeat(10_000)) },
  },
  {
    name: 'cells that span all columns and rows',
    document: {
      body: tableOf(
        ...Array.from({ length: 300 }, () =>
          Array.from(
            { length: 20 },
            () => `<w:tcPr><w:gridSpan w:val="2147483647"/><w:vMerge/></w:tcPr>${p('a')}`,
          ).map((inside) => `${inside}`),
        ),
      ),
    },
  },
  {
    name: 'paragraphs that are all joined with the next one',
    document: { body: many(3_000, () => p('a', '<w:rPr><w:del w:id="1"/></w:rPr>')) + p('b') },
  },
  {
    name: 'a chart that is referenced a thousand times',
    document: {
      body: many(1_000, () => p(chart)),
      relationships: { c: ['chart', 'c.xml'] },
      parts: {
        'word/c.xml': `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart>${many(200, () => '<c:ser><c:val><c:numLit><c:pt idx="0"><c:v>1</c:v></c:pt></c:numLit></c:val></c:ser>')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
      },
    },
  },
  {
    name: 'notes that refer to each other',
    document: {
      body: p(
        run('a') + many(2_000, (index) => `<w:r><w:footnoteReference w:id="${index}"/></w:r>`),
      ),
      footnotes: many(
        2_000,
        (index) =>
          `<w:footnote w:id="${index}">${p(many(20, (other) => `<w:r><w:footnoteReference w:id="${other}"/></w:r>`))}</w:footnote>`,
      ),
    },
  },
  {
    name: 'thousands of links to headings',
    document: {
      body:
        many(2_000, (index) => p(`<w:hyperlink w:anchor="b${index}">${run('a')}</w:hyperlink>`)) +
        many(2_000, (index) =>
          styled('Heading1', `<w:bookmarkStart w:id="1" w:name="b${index}"/>${run('x')}`),
        ),
    },
  },
  {
    name: 'headers that every section names',
    document: {
      body: many(1_000, () =>
        p('a', '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>'),
      ),
      relationships: { h: ['header', 'h.xml'] },
      parts: {
        'word/h.xml': withNamespaces(
          'hdr',
          many(500, () => p('h')),
        ),
      },
    },
  },
]

test.each(cases)('$name take little time and give little text', async ({ document }) => {
  const bytes = makeDocx(document)
  for (const profile of ['fast', 'fidelity'] as const) {
    const start = cpuNow()
    const reading = await readDocx(bytes, { profile, limits: defaultLimits })
    expect(cpuNow() - start).toBeLessThan(TIME_MS)
    expect(JSON.stringify(reading).length).toBeLessThan(5_000_000)
  }
})

test('refuses tables nested too deep', async () => {
  const deep = '<w:tbl><w:tr><w:tc>'.repeat(200) + p('a') + '</w:tc></w:tr></w:tbl>'.repeat(200)
  const reading = readDocx(makeDocx({ body: deep }), { profile: 'fast', limits: defaultLimits })
  await expect(reading).rejects.toMatchObject({ code: 'conversion_failed' })
})
