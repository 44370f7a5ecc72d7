import { expect, test } from 'vitest'
import { captionKind, labelledKind } from './captions.ts'

test.each([
  { text: 'Table 2. The mills of the valley', kind: 'table' },
  { text: 'Table: the mills of the valley', kind: 'table' },
  { text: 'Table A1 Vats', kind: 'table' },
  { text: 'Table BR3. | Vats by mill', kind: 'table' },
  { text: 'Supplementary Table S4: vats', kind: 'table' },
  { text: 'Tabelle 7', kind: 'table' },
  { text: 'Cuadro 2: Otro.', kind: 'table' },
  { text: 'Fig. 12b The vat', kind: 'figure' },
  { text: 'Abb. IV – Die Bütte', kind: 'figure' },
  { text: '图 3', kind: 'figure' },
  { text: 'Algorithm 1 Sort the rags', kind: 'listing' },
  { text: 'Illustration 3: The mould', kind: 'figure' },
  { text: 'Figure 3 shows the mould', kind: undefined },
  { text: 'Table manners', kind: undefined },
  { text: 'Tablets 12', kind: undefined },
  { text: 'Mapping 3 mills', kind: undefined },
])('captionKind: $text', ({ text, kind }) => {
  expect(captionKind(text)).toBe(kind)
})

test('labelledKind accepts a sentence about a figure', () => {
  expect(labelledKind('Figure 3 shows the mould')).toBe('figure')
})
