import { expect, test } from 'vitest'
import type { Page } from '../content/index.ts'
import { findLogoLetters } from './logos.ts'

/** A page of glyphs of 10 points, each with its distance above the line. Cast: only these fields are read. */
function pageOf(letters: readonly (readonly [letter: string, rise: number])[]): Page {
  return {
    objects: [{ size: 10 }],
    glyphs: {
      count: letters.length,
      codes: Uint32Array.from(letters, ([letter]) => letter.charCodeAt(0)),
      objects: new Uint32Array(letters.length),
      originY: Float32Array.from(letters, ([, rise]) => 100 - rise),
    },
  } as unknown as Page
}

test.each<{ name: string; letters: (readonly [string, number])[]; found: number[] }>([
  {
    name: 'the logo TeX',
    letters: [
      ['T', 0],
      ['E', -2.2],
      ['X', 0],
    ],
    found: [1],
  },
  {
    name: 'the logo LaTeX',
    letters: [
      ['L', 0],
      ['A', 2.1],
      ['T', 0],
      ['E', -2.2],
      ['X', 0],
    ],
    found: [3, 1],
  },
  {
    name: 'a word in capitals',
    letters: [
      ['T', 0],
      ['E', 0],
      ['X', 0],
    ],
    found: [],
  },
  {
    name: 'a lowered index',
    letters: [
      ['T', 0],
      ['E', -2.2],
      ['X', -2.2],
    ],
    found: [],
  },
  {
    name: 'letters of two lines',
    letters: [
      ['T', 0],
      ['E', -12],
      ['X', 0],
    ],
    found: [],
  },
])('findLogoLetters: $name', ({ letters, found }) => {
  expect([...findLogoLetters(pageOf(letters))]).toEqual(found)
})
