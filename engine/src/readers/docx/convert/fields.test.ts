import { describe, expect, test } from 'vitest'
import { cpuNow } from '../../../testing/time.ts'
import { p, readLines, run } from '../testing/docx.ts'
import { readEquationField } from './equation-fields.ts'
import { findLinkTarget, splitInstruction } from './fields.ts'

const character = (type: string, data = ''): string =>
  `<w:r><w:fldChar w:fldCharType="${type}">${data}</w:fldChar></w:r>`

const instruction = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`

/** A complex field; without a result it has no separator. */
function field(code: string, result?: string, data = ''): string {
  const shown = result === undefined ? '' : character('separate') + result
  return character('begin', data) + instruction(code) + shown + character('end')
}

const url = 'https://example.org/'
const link = (text: string, target = url): string => `[${text}](${target})`

describe('a field', () => {
  test.each([
    { name: 'shows its result', body: field('PAGE', run('12')), line: 'a12b' },
    {
      name: 'in a simple element shows the content of the element',
      body: `<w:fldSimple w:instr="AUTHOR">${run('Ann')}</w:fldSimple>`,
      line: 'aAnnb',
    },
    {
      name: 'to an address is a link',
      body: field(`HYPERLINK "${url}"`, run('go')),
      line: `a${link('go')}b`,
    },
    {
      name: 'in a simple element, to an address, is a link',
      body: `<w:fldSimple w:instr='HYPERLINK "${url}"'>${run('go')}</w:fldSimple>`,
      line: `a${link('go')}b`,
    },
    {
      name: 'to a bookmark in the document is its text',
      body: field('HYPERLINK \\l "_Toc1"', run('go')),
      line: 'agob',
    },
    {
      name: 'with an instruction in several runs is one field',
      body: `${character('begin')}${instruction('HYPER')}${instruction(`LINK "${url}`)}${instruction('"')}${character('separate')}${run('go')}${character('end')}`,
      line: `a${link('go')}b`,
    },
    {
      name: 'within an instruction is hidden',
      body: `${character('begin')}${instruction('IF ')}${field('MERGEFIELD x', run('hidden'))}${instruction(' = 1')}${character('separate')}${run('yes')}${character('end')}`,
      line: 'ayesb',
    },
    {
      name: 'within a result is shown',
      body: field(`HYPERLINK "${url}"`, run('page ') + field('PAGEREF x', run('7'))),
      line: `a${link('page 7')}b`,
    },
    { name: 'without a result shows nothing', body: field('XE "term"'), line: 'ab' },
    { name: 'for a symbol shows it', body: field('SYMBOL 183 \\f Symbol \\s 10'), line: 'a•b' },
    {
      name: 'that is a button shows its text',
      body: field('MACROBUTTON NoMacro [Type here]'),
      line: 'a[Type here]b',
    },
    {
      name: 'with a formula becomes that formula',
      body: field('EQ \\f(1,2)'),
      line: 'a$\\frac{1}{2}$b',
    },
    { name: 'whose end is missing hides nothing', body: character('begin'), line: 'ab' },
    { name: 'whose start is missing changes nothing', body: character('end'), line: 'ab' },
    {
      name: 'that was deleted disappears',
      body: `<w:del>${field('PAGE', '<w:r><w:delText>12</w:delText></w:r>')}</w:del>`,
      line: 'ab',
    },
  ])('$name', async ({ body, line }) => {
    expect(await readLines(p(run('a') + body + run('b')))).toEqual([line])
  })

  test('may span several paragraphs', async () => {
    const begin = character('begin') + instruction('TOC \\o "1-3"') + character('separate')
    const body = p(begin + run('One')) + p(run('Two') + character('end')) + p('Three')
    expect(await readLines(body)).toEqual(['One', 'Two', 'Three'])
  })
})

describe('a form field', () => {
  const box = (rest: string): string =>
    field('FORMCHECKBOX', undefined, `<w:ffData><w:checkBox>${rest}</w:checkBox></w:ffData>`)

  test('shows the state of its check box', async () => {
    const checked = box('<w:default w:val="0"/><w:checked/>')
    expect(await readLines(p(checked + run(' yes')))).toEqual(['[x] yes'])
    expect(await readLines(p(box('<w:default w:val="0"/>') + run(' no')))).toEqual(['[ ] no'])
    expect(await readLines(p(run('a ') + checked))).toEqual(['a ☒'])
  })

  test('shows the selected entry', async () => {
    const list =
      '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData>'
    expect(await readLines(p(field('FORMDROPDOWN', undefined, list)))).toEqual(['blue'])
  })
})

test.each([
  { instruction: 'HYPERLINK "a b" \\l "c"', parts: ['HYPERLINK', 'a b', '\\l', 'c'] },
  { instruction: ' REF  x \\h ', parts: ['REF', 'x', '\\h'] },
  { instruction: 'A “curly” b', parts: ['A', 'curly', 'b'] },
  { instruction: 'A "say \\"hi\\" \\\\"', parts: ['A', 'say "hi" \\'] },
  { instruction: 'A "open', parts: ['A', 'open'] },
  { instruction: '', parts: [] },
])('splitInstruction: $instruction', ({ instruction, parts }) => {
  expect(splitInstruction(instruction)).toEqual(parts)
})

test.each([
  { instruction: `HYPERLINK "${url}"`, target: url },
  { instruction: `hyperlink ${url}`, target: url },
  { instruction: `HYPERLINK "${url}" \\l "part" \\o "a tip"`, target: `${url}#part` },
  { instruction: `HYPERLINK \\t "_blank" "${url}"`, target: url },
  { instruction: 'HYPERLINK \\l "part"', target: '#part' },
  { instruction: 'PAGEREF _Toc1 \\h', target: '#_Toc1' },
  { instruction: 'REF x \\r \\H', target: '#x' },
  { instruction: 'REF x', target: undefined },
])('findLinkTarget: $instruction', ({ instruction, target }) => {
  expect(findLinkTarget(instruction)).toBe(target)
})

describe('readEquationField', () => {
  test.each([
    { body: '\\f(a,b)', latex: '\\frac{a}{b}' },
    { body: '\\r(x)', latex: '\\sqrt{x}' },
    { body: '\\r(3;x)', latex: '\\sqrt[3]{x}' },
    { body: 'x\\s\\up8(2)+y\\s\\do4(1)', latex: 'x^{2}+y_{1}' },
    { body: '\\f(1+\\f(a,b),(c,d))', latex: '\\frac{1+\\frac{a}{b}}{(c,d)}' },
    {
      body: '\\b\\lc\\{(\\a\\al\\co1(x,y))',
      latex: '\\left\\{ \\begin{matrix} x \\\\ y \\end{matrix} \\right.',
    },
    {
      body: '\\b\\bc\\[(\\a\\co2(1,2,3,4))',
      latex: '\\left[ \\begin{matrix} 1 & 2 \\\\ 3 & 4 \\end{matrix} \\right]',
    },
    { body: '\\b\\lc\\(\\rc\\)(\\r(x))', latex: '\\left( \\sqrt{x} \\right)' },
    { body: '\\i\\su(i=1,n,i)', latex: '\\sum_{i=1}^{n} i' },
    { body: '\\x(50 %)', latex: '\\boxed{50 \\%}' },
    { body: '\\f(路程,时间)', latex: '\\frac{\\text{路程}}{\\text{时间}}' },
    { body: '\\f(1', latex: '\\frac{1}{}' },
  ])('$body', ({ body, latex }) => {
    expect(readEquationField(body)).toEqual({ type: 'formula', latex })
  })

  test.each([
    {
      name: 'a reading above its base',
      body: '\\* jc2 \\* "Font:X" \\o\\ad(\\s\\up 9(かん),漢)',
      text: '漢',
    },
    { name: 'a number in a circle', body: '\\o\\ac(○,7)', text: '⑦' },
    { name: 'a list', body: '\\l(a,b)', text: 'a, b' },
    { name: 'plain text', body: 'a_1 & b', text: 'a_1 & b' },
  ])('treats $name as text', ({ body, text }) => {
    expect(readEquationField(body)).toEqual({ type: 'text', text })
  })

  test('takes linear time for a hostile instruction', () => {
    const started = cpuNow()
    for (const body of ['\\f('.repeat(5_000), '('.repeat(10_000), '\\b'.repeat(5_000)]) {
      readEquationField(body)
    }
    expect(cpuNow() - started).toBeLessThan(1_000)
  })
})
