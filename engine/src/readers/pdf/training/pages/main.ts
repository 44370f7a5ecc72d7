/** `npm run train:pages -- --out DIR --count N --seed S`: writes NAME.pdf, NAME.md and NAME.json of N documents. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPrinter, type Printer } from './browser.ts'
import { htmlOf, type Made, makeDocument } from './make.ts'
import { type Material, readMaterials } from './materials.ts'
import { type Found, readPlaces, withoutProbes } from './places.ts'
import { tear } from './tear.ts'
import { truthBlocks, truthMarkdown } from './truth.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..', '..')
const corpus = join(root, '..', 'shared', 'corpus')

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
})
if (!values.out) throw new Error('Say where the pages go: --out DIR')

const materials = readMaterials([
  { corpus: 'paired-md', path: join(corpus, 'pdf', 'paired-md', 'gt') },
  { corpus: 'paired-tex', path: join(corpus, 'pdf', 'paired-tex', 'gt') },
])
await run(values.out, Number(values.count), Number(values.seed), materials)

async function run(
  out: string,
  count: number,
  seed: number,
  from: readonly Material[],
): Promise<void> {
  await mkdir(out, { recursive: true })
  const printer = await createPrinter()
  try {
    for (let at = 0; at < count; at++) {
      const made = makeDocument(seed + at, from)
      const path = join(out, `chromium-${String(made.seed).padStart(6, '0')}`)
      if (!existsSync(`${path}.json`)) await writeOne(path, made, printer)
    }
  } finally {
    await printer.close()
  }
}

async function writeOne(path: string, made: Made, printer: Printer): Promise<void> {
  const { probed, clean, semantic } = htmlOf(made)
  const first = await printer.print(probed, false)
  const found = readPlaces(first)
  const pdf = made.style.tagged ? await printer.print(clean, true) : withoutProbes(first)
  await writeFile(`${path}.pdf`, tear(pdf, made.style.torn))
  await writeFile(`${path}.md`, truthMarkdown(made.document, made.style))
  await writeFile(`${path}.json`, JSON.stringify(recordOf(made, found, semantic), undefined, 1))
}

function recordOf(made: Made, { pages, places }: Found, semantic: boolean): unknown {
  const { document, style, seed, sources } = made
  return {
    engine: 'chromium',
    seed,
    kind: document.kind,
    sources,
    style: { ...style, semantic },
    pages,
    furniture: document.furniture,
    blocks: truthBlocks(document, style, places),
  }
}
