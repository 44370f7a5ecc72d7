import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import { walkBlocks } from '../../model/index.ts'
import { writeMarkdown } from '../../writers/markdown/index.ts'
import type { Profile } from '../reader.ts'
import { readDocx } from './index.ts'
import { makeDocx, p, run, styled, tableOf, withNamespaces } from './testing/docx.ts'

const limits = defaultLimits
const profiles: readonly Profile[] = ['fast', 'fidelity']

/** Elements that contain others, at valid and invalid positions. */
const holders = [
  ...['w:p', 'w:r', 'w:tbl', 'w:tr', 'w:tc', 'w:sdt', 'w:sdtContent', 'w:ins', 'w:moveTo'],
  ...['w:hyperlink w:anchor="x"', 'w:smartTag', 'w:pict', 'w:drawing', 'w:txbxContent', 'w:ruby'],
  ...['w:rubyBase', 'w:fldSimple w:instr=" HYPERLINK &quot;x&quot; "', 'm:oMath', 'm:oMathPara'],
  ...['m:r', 'mc:AlternateContent', 'mc:Choice Requires="w"', 'mc:Fallback', 'v:shape', 'w:dir'],
  ...[
    'wp:inline',
    'wp:anchor',
    'a:txBody',
    'a:p',
    'a:r',
    'w:sdtPr',
    'w:object',
    'future:x',
    'w:body',
  ],
]

const leaves = [
  ...[
    '<w:t>text</w:t>',
    '<w:br/>',
    '<w:tab/>',
    '<w:sym w:char="F061" w:font="Symbol"/>',
    '<a:t>x</a:t>',
  ],
  ...['begin', 'separate', 'end'].map((type) => `<w:fldChar w:fldCharType="${type}"/>`),
  ...['<w:instrText> REF a \\h </w:instrText>', '<w:instrText>EQ \\f(1,2)</w:instrText>'],
  ...[
    '<w:footnoteReference w:id="1"/>',
    '<w:endnoteReference/>',
    '<w:vMerge/>',
    '<w:gridSpan w:val="3"/>',
  ],
  '<w:tcPr><w:gridSpan w:val="2"/><w:vMerge/></w:tcPr>',
  '<w:tcPr><w:vMerge w:val="restart"/><w:hMerge/></w:tcPr>',
  '<w:trPr><w:tblHeader/><w:gridBefore w:val="2"/></w:trPr>',
  '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>',
  '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>',
  '<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>',
  '<w:pPr><w:framePr w:dropCap="drop"/><w:sectPr/></w:pPr>',
  '<w:rPr><w:b/><w:vanish w:val="0"/><w:rStyle w:val="Lost"/></w:rPr>',
  '<w:bookmarkStart w:name="x"/>',
  '<m:t>y</m:t>',
  '<pic:pic/>',
  '<v:textpath string="art"/>',
  '<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>',
]

const { content } = fc.letrec<{ content: string }>((tie) => ({
  content: fc.oneof(
    { maxDepth: 8, depthIdentifier: 'elements' },
    fc.constantFrom(...leaves),
    fc
      .tuple(
        fc.constantFrom(...holders),
        fc.array(tie('content'), { maxLength: 5, depthIdentifier: 'elements' }),
      )
      .map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag.split(' ')[0] ?? ''}>`),
  ),
}))

const numbering =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'

test('elements in any order and nesting give a document that can be written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(content, { maxLength: 6 }), async (parts) => {
      const bytes = makeDocx({
        body: parts.join(''),
        numbering,
        footnotes: `<w:footnote w:id="1">${parts[0] ?? ''}</w:footnote>`,
        comments: `<w:comment>${parts[1] ?? ''}</w:comment>`,
      })
      for (const profile of profiles) {
        const { document } = await readDocx(bytes, { profile, limits })
        const ids = new Set(document.notes.map(({ id }) => id))
        const named = JSON.stringify(document).matchAll(/"type":"noteReference","note":"([^"]*)"/g)
        expect([...named].every(([, id]) => ids.has(id ?? ''))).toBe(true)
        for (const block of walkBlocks(document.blocks)) {
          if (block.type === 'table') expectGrid(block.columnCount, block.rows)
        }
        writeMarkdown(document, { tables: profile === 'fast' ? 'pipe' : 'html', limits })
      }
    }),
    { numRuns: 150 },
  )
})

const merges = fc.constantFrom('', '<w:vMerge/>', '<w:vMerge w:val="restart"/>', '<w:hMerge/>')
const tableCell = fc
  .tuple(fc.integer({ min: 1, max: 3 }), merges, fc.constantFrom(p('a'), '<w:p/>', p(run('b'))))
  .map(([span, merge, inside]) => {
    return `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/>${merge}</w:tcPr>${inside}</w:tc>`
  })
const tableRow = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.array(tableCell, { maxLength: 4 }))
  .map(([before, cells]) => {
    return `<w:tr><w:trPr><w:gridBefore w:val="${before}"/></w:trPr>${cells.join('')}</w:tr>`
  })

test('tables cover each grid position at most once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tableRow, { maxLength: 5 }), async (rows) => {
      const body = `<w:tbl>${rows.join('')}</w:tbl>`
      const { document } = await readDocx(makeDocx({ body }), { profile: 'fast', limits })
      for (const block of document.blocks) {
        if (block.type === 'table') expectGrid(block.columnCount, block.rows)
      }
    }),
    { numRuns: 200 },
  )
})

interface GridCell {
  readonly column: number
  readonly columnSpan?: number
  readonly rowSpan?: number
}

/** Checks that no grid position is covered twice and that no cell lies outside. */
function expectGrid(columnCount: number, rows: readonly { readonly cells: readonly GridCell[] }[]) {
  const covered = new Set<string>()
  for (const [row, { cells }] of rows.entries()) {
    for (const { column, columnSpan = 1, rowSpan = 1 } of cells) {
      expect(column + columnSpan).toBeLessThanOrEqual(columnCount)
      expect(row + rowSpan).toBeLessThanOrEqual(rows.length)
      for (let y = row; y < row + rowSpan; y += 1) {
        for (let x = column; x < column + columnSpan; x += 1) {
          expect(covered.has(`${y},${x}`)).toBe(false)
          covered.add(`${y},${x}`)
        }
      }
    }
  }
}

test('damaged bytes give a document or a ConversionError', async () => {
  const bytes = makeDocx({
    body: styled('Heading1', 'a') + p(run('b', '<w:b/>')) + tableOf(['c', 'd'], ['e', 'f']),
    numbering,
    parts: { 'word/h.xml': withNamespaces('hdr', p('h')) },
  })
  const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), {
    minLength: 1,
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(bytes.length), async (changes, length) => {
      const damaged = Buffer.from(length % 4 === 0 ? bytes.subarray(0, length) : bytes)
      for (const [at, value] of changes) if (at < damaged.length) damaged[at] = value
      try {
        await readDocx(damaged, { profile: 'fidelity', limits })
      } catch (error) {
        expect(error).toBeInstanceOf(ConversionError)
      }
    }),
    { numRuns: 300 },
  )
})
