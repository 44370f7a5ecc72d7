import { expect, test } from 'vitest'
import type { Area } from '../../engine/src/readers/pdf/tables/area.ts'
import { judgePrinted } from './judges.ts'
import type { ScoredTable, TrueTable, Words } from './truth.ts'

function wordsOf(text: string): Words {
  const counts = new Map<string, number>()
  for (const word of text.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function truthOf(texts: readonly (readonly string[])[], header = false): TrueTable {
  const cells: ScoredTable['cells'] = texts.flatMap((row, at) =>
    row.map((text, column) => ({
      text,
      header: header && at === 0,
      row: at,
      column,
      rowSpan: 1,
      columnSpan: 1,
    })),
  )
  const table = { cells, rows: texts.length, columns: texts[0]?.length ?? 0 }
  return { table, words: wordsOf(texts.flat().join(' ')) }
}

const plain = [
  ['Option', 'Meaning'],
  ['quiet', 'prints nothing'],
  ['force', 'overwrites files'],
]
const markers = [
  ['1.', 'first step'],
  ['2.', 'second step'],
  ['3.', 'third step'],
]
const all = plain.flat().join(' ')

test.each([
  { name: 'a table with heads', truth: truthOf(plain, true), text: all, label: 1, weight: 1 },
  { name: 'two columns without heads', truth: truthOf(plain), text: all, label: 0, weight: 0 },
  {
    name: 'a list whose markers are cells',
    truth: truthOf(markers, true),
    text: markers.flat().join(' '),
    label: 0,
    weight: 0,
  },
  {
    name: 'a small part of a table',
    truth: truthOf(plain, true),
    text: 'quiet prints',
    label: 0.4,
    weight: 0,
  },
  {
    name: 'text outside of tables',
    truth: truthOf(plain, true),
    text: 'Run it each night.',
    label: 0,
    weight: 1,
  },
])('judgePrinted: $name', ({ truth, text, label, weight }) => {
  const judged = judgePrinted([truth], wordsOf)({ text } as Area)
  expect({ label: judged.label, weight: judged.weight }).toEqual({
    label: expect.closeTo(label, 1),
    weight,
  })
})
