import { describe, expect, test } from 'vitest'
import {
  abstractOf,
  instanceOf,
  levelOf,
  numbered,
  p,
  readLines,
  run,
  style,
  styled,
} from '../testing/docx.ts'

const decimals = abstractOf(
  0,
  levelOf(0, 'decimal', '%1.'),
  levelOf(1, 'decimal', '%1.%2.'),
  levelOf(2, 'lowerLetter', '%3)'),
)

/** Returns the numbers of paragraphs with the listed instances and levels. */
function numbersOf(numbering: string, ...levels: [numId: number, level: number][]) {
  const body = levels.map(([numId, level]) => numbered('x', numId, level)).join('')
  return readLines({ body, numbering }).then((lines) =>
    lines.map((line) => line.replace(/^ +/, '').replace(/ ?x$/, '')),
  )
}

describe('numbers', () => {
  test('count on each level and restart below a counted level', async () => {
    const numbering = decimals + instanceOf(1, 0)
    expect(await numbersOf(numbering, [1, 0], [1, 1], [1, 1], [1, 2], [1, 0], [1, 1])).toEqual([
      '1.',
      '"1.1."',
      '"1.2."',
      '"a)"',
      '2.',
      '"2.1."',
    ])
  })

  test('of several instances of one definition continue', async () => {
    const numbering = decimals + instanceOf(1, 0) + instanceOf(2, 0)
    expect(await numbersOf(numbering, [1, 0], [2, 0], [1, 0])).toEqual(['1.', '2.', '3.'])
  })

  test('start where an instance overrides the start, once', async () => {
    const override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
    const numbering = decimals + instanceOf(1, 0) + instanceOf(2, 0, override)
    expect(await numbersOf(numbering, [1, 0], [2, 0], [2, 0], [1, 0])).toEqual([
      '1.',
      '5.',
      '6.',
      '7.',
    ])
  })

  test('use the format that an instance overrides', async () => {
    const override = `<w:lvlOverride w:ilvl="0">${levelOf(0, 'upperRoman', '(%1)')}</w:lvlOverride>`
    const numbering = decimals + instanceOf(1, 0, override)
    expect(await numbersOf(numbering, [1, 0], [1, 0])).toEqual(['"(I)"', '"(II)"'])
  })

  test('count a skipped level as used', async () => {
    const numbering = decimals + instanceOf(1, 0)
    expect(await numbersOf(numbering, [1, 1], [1, 0])).toEqual(['"1.1."', '2.'])
  })

  test.each([
    { name: 'never', restart: 0, third: '"b)"' },
    { name: 'below the first level only', restart: 1, third: '"b)"' },
    { name: 'below the second level too', restart: 2, third: '"a)"' },
  ])('restart $name', async ({ restart, third }) => {
    const numbering =
      abstractOf(
        0,
        levelOf(0, 'decimal', '%1.'),
        levelOf(1, 'decimal', '%2.'),
        levelOf(2, 'lowerLetter', '%3)', `<w:lvlRestart w:val="${restart}"/>`),
      ) + instanceOf(1, 0)
    const lines = await numbersOf(numbering, [1, 0], [1, 1], [1, 2], [1, 1], [1, 2])
    expect(lines[4]).toBe(third)
  })

  test('use Arabic digits on all levels if the level is legal', async () => {
    const numbering =
      abstractOf(
        0,
        levelOf(0, 'upperRoman', 'Article %1.'),
        levelOf(1, 'decimal', '%1.%2', '<w:isLgl/>'),
      ) + instanceOf(1, 0)
    expect(await numbersOf(numbering, [1, 0], [1, 0], [1, 1])).toEqual([
      '"Article I."',
      '"Article II."',
      '"2.1"',
    ])
  })

  test('with a format given by example are found among alternatives', async () => {
    const alternate =
      '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>'
    const level = `<w:lvl w:ilvl="0"><w:start w:val="9"/>${alternate}<w:lvlText w:val="%1:"/></w:lvl>`
    const numbering = abstractOf(0, level) + instanceOf(1, 0)
    expect(await numbersOf(numbering, [1, 0], [1, 0])).toEqual(['"009:"', '"010:"'])
  })

  test('without a start value begin at zero', async () => {
    const level = '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1)"/></w:lvl>'
    expect(await numbersOf(abstractOf(0, level) + instanceOf(1, 0), [1, 0])).toEqual(['0)'])
  })
})

describe('markers', () => {
  test.each([
    { name: 'a number and a full stop', format: 'decimal', text: '%1.', marker: '1.' },
    { name: 'a number and a parenthesis', format: 'decimal', text: '%1)', marker: '1)' },
    { name: 'a bare number', format: 'decimal', text: '%1', marker: '1.' },
    { name: 'a number in words', format: 'decimal', text: 'Step %1:', marker: '"Step 1:"' },
    { name: 'a letter', format: 'lowerLetter', text: '(%1)', marker: '"(a)"' },
    { name: 'a number with a zero', format: 'decimalZero', text: '%1.', marker: '"01."' },
    { name: 'a bullet', format: 'bullet', text: '\uf0b7', marker: '-' },
    { name: 'a bullet without a character', format: 'bullet', text: '', marker: '-' },
    { name: 'a bullet that is a word', format: 'bullet', text: 'Note:', marker: '"Note:"' },
    { name: 'no number', format: 'none', text: '', marker: '' },
    { name: 'text only', format: 'none', text: 'Remark', marker: '"Remark"' },
    { name: 'a number that is not printed', format: 'decimal', text: '', marker: '' },
  ])('$name', async ({ format, text, marker }) => {
    const numbering = abstractOf(0, levelOf(0, format, text)) + instanceOf(1, 0)
    expect(await numbersOf(numbering, [1, 0])).toEqual([marker])
  })
})

describe('numbering of styles', () => {
  const numbering =
    abstractOf(
      0,
      levelOf(0, 'decimal', '%1', '<w:pStyle w:val="H1"/>'),
      levelOf(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>'),
    ) + instanceOf(7, 0)
  const styles =
    style(
      'paragraph',
      'H1',
      'heading 1',
      '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr>',
    ) +
    style(
      'paragraph',
      'H2',
      'heading 2',
      '<w:basedOn w:val="H1"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr>',
    )

  test('applies to headings, by the level that names the style', async () => {
    const body = styled('H1', 'One') + styled('H2', 'Sub') + styled('H1', 'Two')
    expect(await readLines({ body, numbering, styles })).toEqual([
      'h1: 1 One',
      'h2: 1.1 Sub',
      'h1: 2 Two',
    ])
  })

  test('is removed by instance 0', async () => {
    const none = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>'
    const body = styled('H1', 'One') + styled('H1', 'Bare', none) + styled('H1', 'Two')
    expect(await readLines({ body, numbering, styles })).toEqual([
      'h1: 1 One',
      'h1: Bare',
      'h1: 2 Two',
    ])
  })

  test('has the formatting of the heading', async () => {
    const body = styled('H1', run('One', '<w:b/>'))
    expect(await readLines({ body, numbering, styles })).toEqual(['h1: <b>1 </><b>One</>'])
  })

  test('may be defined in a linked numbering style', async () => {
    const linked =
      abstractOf(0, levelOf(0, 'upperLetter', '%1.')) +
      instanceOf(1, 0) +
      '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="MyList"/></w:abstractNum>' +
      instanceOf(2, 5)
    const list = style(
      'numbering',
      'MyList',
      'My List',
      '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>',
    )
    expect(
      await readLines({ body: numbered('x', 2) + p('y'), numbering: linked, styles: list }),
    ).toEqual(['"A." x', 'y'])
  })
})

test('an empty paragraph counts, as Word prints its number', async () => {
  const numbering = decimals + instanceOf(1, 0)
  const body = numbered('a', 1) + numbered('<w:r/>', 1) + numbered('c', 1)
  expect(await readLines({ body, numbering })).toEqual(['1. a', '3. c'])
})

test('a paragraph whose instance does not exist has no number', async () => {
  const numbering = decimals + instanceOf(1, 0)
  expect(await readLines({ body: numbered('a', 99), numbering })).toEqual(['a'])
})
