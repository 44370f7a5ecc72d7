/** Draws the furniture of pages: running heads, page numbers, stamps. */
import type { Furniture, FurniturePlace } from './content.ts'
import { type Composer, cutAtWord, drawDate, drawHeading, drawPerson } from './stock.ts'

const numberForms = [
  '{page}',
  'Page {page}',
  'Page {page} of {pages}',
  '{page} / {pages}',
  '- {page} -',
  'p. {page}',
  '– {page} –',
  '{page}/{pages}',
  '[{page}]',
  '| {page}',
] as const
const stamps = [
  'CONFIDENTIAL',
  'Draft – not for distribution',
  'For internal use only',
  'Downloaded from www.example.org',
  'All rights reserved',
  '© {year} Example Ltd.',
  'Version {digit}.{digit}',
  'DOI: 10.{digit}555/{year}.{digit}{digit}',
  'Printed on recycled paper',
  'www.example.com',
] as const

const noFurniture: Furniture = {
  places: {},
  topRule: false,
  bottomRule: false,
  firstPage: true,
  watermark: '',
  sideStamp: '',
}

export function drawFurniture(composer: Composer, title: string): Furniture {
  const { random } = composer
  if (random.chance(0.2)) return noFurniture
  const places: Partial<Record<FurniturePlace, string>> = {}
  if (random.chance(0.8))
    places[
      random.weighted<FurniturePlace>({
        'bottom-center': 6,
        'bottom-right': 3,
        'bottom-left': 0.7,
        'top-right': 2,
        'top-center': 0.4,
        'top-left': 0.6,
      })
    ] = random.pick(numberForms)
  const free = (names: readonly FurniturePlace[]): FurniturePlace[] =>
    names.filter((name) => !places[name])
  const [top, bottom] = [
    free(['top-left', 'top-center', 'top-right']),
    free(['bottom-left', 'bottom-center', 'bottom-right']),
  ]
  if (random.chance(0.6)) places[random.pick(top)] = runningHead(composer, title)
  if (random.chance(0.2)) places[random.pick(top)] = runningHead(composer, title)
  if (random.chance(0.3)) places[random.pick(bottom)] = stamp(composer)
  return {
    places,
    topRule: random.chance(0.3),
    bottomRule: random.chance(0.2),
    firstPage: random.chance(0.6),
    watermark: random.chance(0.03) ? random.pick(['DRAFT', 'CONFIDENTIAL', 'SAMPLE', 'COPY']) : '',
    sideStamp: random.chance(0.025)
      ? `arXiv:${random.int(1000, 2600)}.${random.int(10000, 19999)}v1 [cs.CL] ${drawDate(composer)}`
      : '',
  }
}

function runningHead(composer: Composer, title: string): string {
  const { random } = composer
  return cutAtWord(
    random.pick([
      title,
      title,
      drawHeading(composer),
      `${drawPerson(composer).name} et al.`,
      drawDate(composer),
      `Journal of ${drawHeading(composer)} ${random.int(1, 40)} (${random.int(1998, 2026)}) ${random.int(1, 900)}`,
      title.toUpperCase(),
      stamp(composer),
    ]),
    64,
  )
}

const stamp = ({ random }: Composer): string =>
  random
    .pick(stamps)
    .replaceAll('{year}', String(random.int(2001, 2026)))
    .replaceAll('{digit}', () => String(random.int(1, 9)))
