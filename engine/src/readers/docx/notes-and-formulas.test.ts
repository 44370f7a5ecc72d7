import { describe, expect, test } from 'vitest'
import { p, read, readLines, run, styled, tableOf } from './testing/docx.ts'

describe('notes', () => {
  const reference = (kind: string, id: number): string =>
    `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
  const note = (kind: string, id: number, inside: string, rest = ''): string =>
    `<w:${kind} w:id="${id}"${rest}>${inside}</w:${kind}>`

  test('are matched by reference, footnotes and endnotes separately; separators are ignored', async () => {
    const separator = note('footnote', 0, p('line'), ' w:type="separator"')
    const footnotes =
      separator + note('footnote', 1, p(`<w:r><w:footnoteRef/></w:r>${run(' foot')}`))
    const endnotes = note('endnote', 1, p('end'))
    const body = p(run('a') + reference('footnote', 1) + run('b') + reference('endnote', 1))
    expect(await readLines({ body, footnotes, endnotes })).toEqual([
      'a[^footnote-1]b[^endnote-1]',
      '[^footnote-1]:',
      '  foot',
      '[^endnote-1]:',
      '  end',
    ])
  })

  test('may refer to each other, and are left out without a reference', async () => {
    const footnotes =
      note('footnote', 1, p(run('see ') + reference('footnote', 2))) +
      note('footnote', 2, p(run('see ') + reference('footnote', 1))) +
      note('footnote', 3, p('nowhere'))
    const lines = await readLines({ body: p(reference('footnote', 1)), footnotes })
    expect(lines.filter((line) => line.startsWith('[^'))).toEqual([
      '[^footnote-1]',
      '[^footnote-1]:',
      '[^footnote-2]:',
    ])
  })

  test("may contain formulas, and lose the author's custom marks", async () => {
    const formula = '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>'
    const footnotes = note('footnote', 1, `<w:p>${run('with ')}${formula}</w:p>`)
    const own = '<w:r><w:footnoteReference w:id="1" w:customMarkFollows="1"/><w:t>*</w:t></w:r>'
    expect(await readLines({ body: p(run('a') + own), footnotes })).toEqual([
      'a[^footnote-1]',
      '[^footnote-1]:',
      '  with $x$',
    ])
  })

  test('cause a warning if they are missing', async () => {
    const { warnings } = await read({ body: p(run('a') + reference('footnote', 7)) })
    expect(warnings.map(({ code }) => code)).toEqual(['missing_note'])
  })
})

describe('formulas', () => {
  const math = (value: string): string => `<m:oMath><m:r><m:t>${value}</m:t></m:r></m:oMath>`
  const display = (value: string): string => `<m:oMathPara>${math(value)}</m:oMathPara>`

  test.each([
    { name: 'in text', inside: run('a ') + math('x') + run(' b'), lines: ['a $x$ b'] },
    { name: 'displayed', inside: display('x'), lines: ['$$x$$'] },
    {
      name: 'displayed between text',
      inside: run('a') + display('x') + run('b'),
      lines: ['a', '$$x$$', 'b'],
    },
    { name: 'alone in a paragraph', inside: math('x'), lines: ['$$x$$'] },
    { name: 'several in a paragraph', inside: math('x') + math('y'), lines: ['$$x$$', '$$y$$'] },
    {
      name: 'with a number after a tab',
      inside: `<w:r><w:tab/></w:r>${math('x')}<w:r><w:tab/><w:t>(2.1)</w:t></w:r>`,
      lines: ['$$x$$ (2.1)'],
    },
    {
      name: 'with a number of an appendix',
      inside: `${math('x')}<w:r><w:tab/><w:t>(A.1)</w:t></w:r>`,
      lines: ['$$x$$ (A.1)'],
    },
    {
      name: 'with a number in wide parentheses, counted by a field',
      inside: `${math('x')}<w:r><w:tab/><w:t>（</w:t></w:r><w:fldSimple w:instr=" SEQ Eq ">${run('7')}</w:fldSimple><w:r><w:t>）</w:t></w:r>`,
      lines: ['$$x$$ (7)'],
    },
    {
      name: 'with a remark after them',
      inside: `${math('x')}<w:r><w:tab/><w:t>(so)</w:t></w:r>`,
      lines: ['$x$ (so)'],
    },
    { name: 'with a mark after them', inside: display('x') + run('.'), lines: ['$$x.$$'] },
  ])('$name', async ({ inside, lines }) => {
    expect(await readLines(`<w:p>${inside}</w:p>`)).toEqual(lines)
  })

  test('are read between paragraphs, in headings and in cells', async () => {
    const body =
      display('x') +
      styled('Heading1', run('On ') + math('x')) +
      tableOf([`<w:p>${display('y')}</w:p>`, 'b'])
    expect(await readLines(body)).toEqual(['$$x$$', 'h1: On $x$', '| $y$ | b |'])
  })
})
