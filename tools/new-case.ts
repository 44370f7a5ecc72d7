/**
 * Creates a fixture from a file: `npm run new-case docx/nested-list file.docx`; then correct its expected.md by hand.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type CaseFile,
  fixturesFolder,
  readBytes,
  readCase,
  readInput,
} from '../engine/src/fixtures.ts'
import { defaultLimits } from '../engine/src/limits.ts'
import { openArchive } from '../engine/src/readers/ooxml/zip.ts'
import { type ContractFormat as Format, mediaTypes } from '../engine/src/sniff/index.ts'
import { writeMarkdown } from '../engine/src/writers/markdown/index.ts'

const usage = `Usage: npm run new-case FORMAT/NAME FILE -- [--profile fidelity] [--issue NUMBER]

FORMAT is one of ${Object.keys(mediaTypes).join(', ')}; NAME says the content, or 1234-what-broke for issue 1234.
`

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function isFormat(name: string): name is Format {
  return Object.hasOwn(mediaTypes, name)
}

/** An office file becomes a folder of its parts, so that a review can read it. */
async function writeInput(format: Format, folder: string, path: string): Promise<void> {
  const bytes = readFileSync(path)
  if (!['docx', 'pptx', 'xlsx'].includes(format)) {
    writeFileSync(join(folder, `input${extname(path)}`), bytes)
    return
  }
  const archive = await openArchive(bytes, defaultLimits)
  for (const name of archive.names) {
    const part = join(folder, 'input', name)
    if (!part.startsWith(join(folder, 'input', sep))) fail(`${name} lies outside of the package.`)
    if (name.endsWith('/')) continue
    mkdirSync(dirname(part), { recursive: true })
    writeFileSync(part, await archive.read(name))
  }
}

async function writeExpectation(format: Format, name: string): Promise<void> {
  const fixture = readCase(format, name)
  const { document, warnings } = await readBytes(readInput(fixture), fixture)
  const tables = fixture.profile === 'fast' ? 'pipe' : 'html'
  const markdown = writeMarkdown(document, { tables, limits: defaultLimits })
  writeFileSync(join(fixture.folder, 'expected.md'), markdown)
  for (const { code, message } of warnings) process.stderr.write(`${code}: ${message}\n`)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { profile: { type: 'string' }, issue: { type: 'string' } },
  })
  const [caseName = '', path] = positionals
  const [format = '', name] = caseName.split('/')
  if (!isFormat(format) || !name || path === undefined) fail(usage)
  const folder = join(fixturesFolder, format, name)
  if (existsSync(folder)) fail(`${folder} already exists.`)
  mkdirSync(folder, { recursive: true })
  await writeInput(format, folder, path)
  const about: CaseFile = {
    source: 'made for this project',
    licence: 'the same as the project',
    issue: values.issue === undefined ? null : Number(values.issue),
    ...(values.profile === 'fidelity' && { profile: 'fidelity' }),
  }
  writeFileSync(join(folder, 'case.json'), `${JSON.stringify(about, undefined, 2)}\n`)
  await writeExpectation(format, name)
  process.stdout.write(
    `${folder}: correct expected.md, and say in case.json where the file is from.\n`,
  )
}

await main()
