import { expect, test } from 'vitest'
import { cellBreaks, continuedNames } from './cell-breaks.ts'
import { run, styledLine } from './testing/lines.ts'

const linesOf = (texts: readonly string[]) =>
  texts.map((text, index) => styledLine([run(text)], { y: 100 + 12 * index }))

/** The lines of a cell that begin after a break, in a column as wide as the given text. */
function breaksInCell(widest: string, texts: readonly string[]): string[] {
  const { x0 = 0, x1 = 0 } = linesOf([widest])[0] ?? {}
  return [...cellBreaks(linesOf(texts), x1 - x0)].map(({ text }) => text)
}

test('a line of a cell that has room for the next word breaks deliberately', () => {
  const widest = 'Paper for the bills of the theatre'
  expect(breaksInCell(widest, ['Brown paper', 'Felt', 'Wire'])).toEqual(['Felt', 'Wire'])
  expect(breaksInCell(widest, ['Brown paper for the grocer of', 'Sandhill Market'])).toEqual([])
  expect(breaksInCell(widest, ['Brown paper for', 'the grocer'])).toEqual([])
  expect(breaksInCell(widest, ['12', '13'])).toEqual([])
})

test('a value below the smaller label of its field begins after a break', () => {
  const label = styledLine([run('Street and number')], { y: 100, size: 7 })
  const value = styledLine([run('Mill Lane 12')], { y: 112 })
  expect([...cellBreaks([label, value], label.x1 - label.x0)]).toEqual([value])
  const rest = styledLine([run('of the mill')], { y: 112 })
  expect(cellBreaks([label, rest], label.x1 - label.x0).size).toBe(0)
})

test('entries of a list begin after a break, whatever the room', () => {
  expect(breaksInCell('0 = unknown', ['INT64', '0 = unknown', '1 = good'])).toEqual([
    '0 = unknown',
    '1 = good',
  ])
  const bullets = ['Wool of the valley and', '• Felt of the old', 'mill', '• Paper']
  expect(breaksInCell('Wool of the valley and', bullets)).toEqual(['• Felt of the old', '• Paper'])
  const one = ['INT64 value', '0 = unknown', 'for now']
  expect(breaksInCell('0 = unknown', one)).toEqual([])
  expect(breaksInCell('● ● ● ●', ['● ●', '● ● ●'])).toEqual([])
})

test.each([
  { name: 'a name that fills the column goes on', texts: ['turnOffCountd', 'own_EN'], within: 1 },
  { name: 'a name in capitals goes on', texts: ['PR_CURRENT_VE', 'RSION_NUMBER'], within: 1 },
  { name: 'another name in capitals', texts: ['PT_LONG_WORDS', 'PT_I4'], within: 0 },
  { name: 'words', texts: ['Configuration', 'files'], within: 0 },
  { name: 'another name', texts: ['turnOnOutlets', 'turnOffOutlets'], within: 0 },
  { name: 'text after a name', texts: ['turnOnOutlets', 'of the rack'], within: 0 },
  { name: 'a name with a comma after it', texts: ['turn_On_Fans,', 'fans'], within: 0 },
  { name: 'a name that has room for a letter', texts: ['turnOnFans', 'slowly'], within: 0 },
])('continuedNames: $name', ({ texts, within }) => {
  const [{ x0 = 0, x1 = 0 } = {}] = linesOf(['turnOffCountd'])
  expect(continuedNames(linesOf(texts), x1 - x0, x1 - x0).size).toBe(within)
  expect(continuedNames(linesOf(texts), x1 - x0, 0).size).toBe(0)
})

test('continuedNames: a name that ends in an underscore goes on, whatever the room', () => {
  expect(continuedNames(linesOf(['STATE_', 'SECURE']), 400, 400).size).toBe(1)
})
