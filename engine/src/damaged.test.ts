/** Damages fixtures in thousands of ways: each is converted or refused with a stable code, in little time and memory. */

import { afterAll, describe, expect, test } from 'vitest'
import { convertToTexts } from './convert-to-texts.ts'
import { ConversionError } from './errors.ts'
import { type FixtureCase, findCases, readInput } from './fixtures.ts'
import { damageCase } from './testing/damage-case.ts'
import { randomNumbers } from './testing/random.ts'
import { cpuNow } from './testing/time.ts'

/** Cases per format, 10,000 in all; `FUZZ=10` multiplies them, for use after a change of a reader. */
const CASES = 2_500 * Number(process.env['FUZZ'] ?? 1)
/** Time limit where several tests share a machine; alone the slowest case takes a tenth. */
const TIME_MS = 10_000
/** The most memory that may remain after all cases of a format: reveals a leak of a kilobyte per case. */
const KEPT_BYTES = 200 * 1024 * 1024
/** Larger inputs make the cases slow without revealing more. */
const MAX_INPUT_BYTES = 60_000

const formats = ['docx', 'pptx', 'xlsx', 'html'] as const

const cases = findCases().filter(
  (each) => formats.some((format) => format === each.format) && isSmall(each),
)

function isSmall(each: FixtureCase): boolean {
  return readInput(each).length <= MAX_INPUT_BYTES
}

async function outcomeOf(each: FixtureCase, seed: number): Promise<string> {
  const bytes = damageCase(each, randomNumbers(seed))
  const { mediaType } = each
  const profile = seed % 2 === 0 ? 'fast' : 'fidelity'
  try {
    const { texts } = await convertToTexts(bytes, {
      mediaType,
      profile,
      outputs: ['markdown', 'json'],
    })
    JSON.parse(texts.json)
    return 'converted'
  } catch (error) {
    if (error instanceof ConversionError) return error.code
    throw new Error(`${each.name}, seed ${seed}: ${error}`, { cause: error })
  }
}

describe.each(formats)('%s', (format) => {
  const outcomes = new Map<string, number>()
  const own = cases.filter((each) => each.format === format)

  test(`converts or refuses ${CASES} damaged documents`, { timeout: 600_000 }, async () => {
    const before = process.memoryUsage().heapUsed
    for (let seed = 0; seed < CASES; seed += 1) {
      const each = own[seed % own.length]
      if (!each) throw new Error('There are no fixtures.')
      const begin = cpuNow()
      const outcome = await outcomeOf(each, seed)
      expect(cpuNow() - begin, `${each.name}, seed ${seed}`).toBeLessThan(TIME_MS)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(KEPT_BYTES)
    expect([...outcomes.keys()]).toContain('converted')
  })

  afterAll(() => {
    const summary = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`)
    process.stdout.write(`${format}: ${summary.join(', ')}\n`)
  })
})
