/** Makes description lists: terms in a separate style, each with its description in the same line. */
import type { Paragraph, RunMark } from './content.ts'
import { type Maker, said } from './parts.ts'
import { cutAtWord, drawHeading, drawItem } from './stock.ts'

/** Terms are words of the text, or names as in manuals of programs. */
function drawTerm({ composer }: Maker, isName: boolean): string {
  const { random } = composer
  const words = cutAtWord(drawHeading(composer), random.int(6, 26))
  if (!isName) return random.chance(0.5) ? words : words.toLowerCase()
  const [first = 'name', second = 'value'] = words
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  return random.weighted({
    [first]: 4,
    [`${first}_${second}`]: 2,
    [`--${first}`]: 2,
    [`\\${first}{${second}}`]: 1,
    [`${first}(${second})`]: 1,
  })
}

export function makeTerms(maker: Maker): Paragraph[] {
  const { composer } = maker
  const { random } = composer
  const isName = random.chance(0.6)
  const mark: RunMark = random.weighted({ bold: 6, code: isName ? 3 : 0, italic: 1.5 })
  const link = random.weighted({ ' ': 6, ': ': 2, ' – ': 1.5, ' - ': 1, ' : ': 0.7 })
  const longest = random.pick([50, 110, 300])
  const startsLower = random.chance(0.3)
  return Array.from({ length: random.int(3, 9) }, () => {
    const item = drawItem(composer, random.int(20, longest))
    const text = startsLower ? item.charAt(0).toLowerCase() + item.slice(1) : item
    return said(maker, 'term', [{ text: drawTerm(maker, isName), mark }, { text: link + text }])
  })
}
