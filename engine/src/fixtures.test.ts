/** Tests that every fixture converts to its expected output, without unexpected warnings. `UPDATE=1` rewrites the expectations. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FixtureCase, findCases, readBytes, readInput } from './fixtures.ts'
import { defaultLimits } from './limits.ts'
import type { Document } from './model/index.ts'
import type { Reading } from './readers/reader.ts'
import { writeMarkdown } from './writers/markdown/index.ts'

function readFixture(fixture: FixtureCase): Promise<Reading> {
  return readBytes(readInput(fixture), fixture)
}

/** The expected output of the fidelity profile, for a case whose main output is that of the fast profile. */
const FIDELITY_FILE = 'expected.fidelity.md'

function write(document: Document, { profile }: FixtureCase): string {
  return writeMarkdown(document, {
    tables: profile === 'fast' ? 'pipe' : 'html',
    limits: defaultLimits,
  })
}

function expectFile(path: string, text: string): void {
  if (process.env['UPDATE'] === '1') writeFileSync(path, text)
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '(there is no such file)')
}

/** Returns the text outside of code fences; the rules about characters apply only there (C1). */
function prose(markdown: string): string {
  return markdown.replace(/^( *)(`{3,}).*\n[\s\S]*?\n\1\2$/gm, '$2')
}

describe.each(findCases())('fixtures/$name', (fixture) => {
  const { folder, about, format } = fixture

  test('converts to the expected output', async () => {
    const { document, warnings } = await readFixture(fixture)
    expectFile(join(folder, 'expected.md'), write(document, fixture))
    const tree = join(folder, 'expected.json')
    if (existsSync(tree)) expectFile(tree, `${JSON.stringify(document, undefined, 2)}\n`)
    const codes = new Set(warnings.map(({ code }) => code))
    expect([...codes].toSorted()).toEqual((about.warnings ?? []).toSorted())
  })

  const structured = join(folder, FIDELITY_FILE)
  if (existsSync(structured)) {
    test('has the expected structure', async () => {
      const inFidelity: FixtureCase = { ...fixture, profile: 'fidelity' }
      const { document } = await readFixture(inFidelity)
      expectFile(structured, write(document, inFidelity))
    })
  }

  test('gives a tree of plain data that holds all of the Markdown, in tidy lines', async () => {
    const { document } = await readFixture(fixture)
    const copy = JSON.parse(JSON.stringify(document)) as Document
    const markdown = write(copy, fixture)
    expect(markdown).toBe(write(document, fixture))
    if (format === 'text') return
    expect(markdown).toMatch(/^(?:\S(?:[\s\S]*\S)?\n)?$/)
    expect(prose(markdown)).not.toMatch(/[ \t]$|\n{3,}|[\u00ad\u200b\ufeff]/m)
  })
})
