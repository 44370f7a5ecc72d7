import { expect, test } from 'vitest'
import { type LayoutBlock, type TextBlock, textOf } from '../layout-blocks.ts'
import { blockOf, bodyStyle, monoStyle, run, styledLine } from '../testing/lines.ts'
import type { LineLabel } from './decode.ts'
import { regroup } from './regroup.ts'
import type { SequenceLine } from './sequence.ts'

/** Builds blocks of lines, and a label for each line. */
function labelled(units: readonly TextBlock[], labels: readonly LineLabel[]) {
  const found = new Map<SequenceLine, LineLabel>()
  let before: SequenceLine | undefined
  for (const unit of units) {
    for (const [index, line] of unit.lines.entries()) {
      // Sound: regrouping reads only these fields.
      const own = { unit, line, index, before } as SequenceLine
      found.set(own, labels[found.size] ?? 'paragraph')
      before = own
    }
  }
  return regroup([units], found)
}

function lines(...texts: readonly string[]) {
  return texts.map((text, index) => styledLine([run(text)], { y: 100 + 12 * index }))
}

function texts(units: readonly (readonly LayoutBlock[])[]): string[] {
  return units.flat().flatMap((unit) => (unit.type === 'text' ? [textOf(unit)] : []))
}

test('two headings in one unit are parted, and told', () => {
  const unit = blockOf(lines('1 Mills', '1.1 Wheels', 'They turn', 'all day.'))
  const { units, headings, items } = labelled(
    [unit],
    ['heading', 'heading', 'paragraph', 'paragraph on'],
  )
  expect(texts(units)).toEqual(['1 Mills', '1.1 Wheels', 'They turn all day.'])
  expect([...headings].map(textOf)).toEqual(['1 Mills', '1.1 Wheels'])
  expect(items.size).toBe(0)
})

test('an item that was cut at the end of a line is one again', () => {
  const cut = [blockOf(lines('• wheels of')), blockOf(lines('12 spokes'))]
  const { units, items } = labelled(cut, ['item', 'item on'])
  expect(texts(units)).toEqual(['• wheels of 12 spokes'])
  expect([...items].map(textOf)).toEqual(['• wheels of 12 spokes'])
})

test('code does not go on in text', () => {
  const unit = blockOf([
    styledLine([run('run it with', bodyStyle)]),
    styledLine([run('make all', monoStyle)], { y: 112 }),
  ])
  expect(texts(labelled([unit], ['paragraph', 'paragraph on']).units)).toHaveLength(2)
})

test('a heading goes on in a name of code', () => {
  const unit = blockOf([
    styledLine([run('6 Using the wheel and', bodyStyle)]),
    styledLine([run('turn_wheel(rounds)', monoStyle)], { y: 112 }),
  ])
  expect(texts(labelled([unit], ['heading', 'heading on']).units)).toHaveLength(1)
})

test('a unit that the labels leave as it is stays the same', () => {
  const unit = blockOf(lines('They turn', 'all day.'))
  expect(labelled([unit], ['paragraph', 'paragraph on']).units).toEqual([[unit]])
})
