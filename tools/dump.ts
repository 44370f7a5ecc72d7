/** Prints one stage of a conversion as JSON or text: `npm run dump FILE --stage document`. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { ConversionError } from '../engine/src/errors.ts'
import { readBytes } from '../engine/src/fixtures.ts'
import { defaultLimits } from '../engine/src/limits.ts'
import type { Profile } from '../engine/src/readers/reader.ts'
import { mediaTypeOf, sniff } from '../engine/src/sniff/index.ts'
import { writeMarkdown } from '../engine/src/writers/markdown/index.ts'

interface Input {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly profile: Profile
}

interface Stage {
  readonly about: string
  /** Text is printed as it is, everything else as JSON. */
  readonly run: (input: Input) => Promise<unknown>
}

/** Stages by name, in the order of a conversion. */
const stages: Readonly<Record<string, Stage>> = {
  sniff: {
    about: 'the format that the bytes are of',
    run: ({ bytes, mediaType }) => sniff(bytes, mediaType, defaultLimits),
  },
  document: {
    about: 'the document tree',
    run: async (input) => (await readBytes(input.bytes, input)).document,
  },
  warnings: {
    about: 'what was lost or guessed',
    run: async (input) => (await readBytes(input.bytes, input)).warnings,
  },
  markdown: { about: 'the text', run: toMarkdown },
}

async function toMarkdown(input: Input): Promise<string> {
  const { document } = await readBytes(input.bytes, input)
  const tables = input.profile === 'fast' ? 'pipe' : 'html'
  return writeMarkdown(document, { tables, limits: defaultLimits })
}

const usage = `Usage: npm run dump FILE -- [--stage NAME] [--fidelity] [--type MEDIA-TYPE]

Stages:
${Object.entries(stages)
  .map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
  .join('\n')}
`

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      stage: { type: 'string' },
      fidelity: { type: 'boolean', default: false },
      type: { type: 'string' },
    },
  })
  // Without `--`, npm consumes `--stage` and passes only its value on.
  const [path, name = 'markdown'] = positionals
  const stage = stages[values.stage ?? name]
  if (path === undefined || !stage) fail(usage)
  const mediaType = values.type ?? mediaTypeOf(basename(path))
  if (mediaType === undefined) fail(`No media type is known for ${basename(path)}: give --type.`)
  const profile = values.fidelity ? 'fidelity' : 'fast'
  const result = await stage.run({ bytes: readFileSync(path), mediaType, profile })
  process.stdout.write(typeof result === 'string' ? result : `${JSON.stringify(result, null, 2)}\n`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConversionError)) throw error
  fail(`${error.code}: ${error.message}${error.detail ? ` (${error.detail})` : ''}`)
}
