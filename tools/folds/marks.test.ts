import { expect, test } from 'vitest'
import { scoreMarks } from './marks.ts'

const truth =
  'See `npm ci`, [the page](https://example.org/) and 10<sup>−5</sup> of H<sub>2</sub>O.'

test.each([
  { name: 'all marks', output: truth, scores: [1, 1, 1] },
  {
    name: 'marks in a table of HTML',
    output:
      '<table>\n<tr><td><code>npm ci</code></td><td><a href="https://example.org">the page</a></td><td>10<sup>-5</sup></td></tr>\n</table>',
    scores: [1, 1, 0.5],
  },
  { name: 'a part of the code', output: 'See `npm` ci and 10-5 of H2O.', scores: [0.5, 0, 0] },
])('scoreMarks counts $name', ({ output, scores }) => {
  expect(Object.values(scoreMarks(truth, output))).toEqual(scores)
})

test('scoreMarks measures nothing that the truth does not have', () => {
  expect(Object.values(scoreMarks('plain', truth))).toEqual([null, null, null])
})
