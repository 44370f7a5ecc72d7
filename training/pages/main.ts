/** `npm run train:pages -- --out DIR --count N --seed S [--engine chromium|latex|libreoffice] [--kind KIND]`: writes NAME.pdf, NAME.md and NAME.json. */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { corpusRoot, judgedCorpora } from '../../tools/folds/corpora.ts'
import type { CreateEngine, Printed } from './engines.ts'
import { createChromiumEngine } from './html/engine.ts'
import { isKindName } from './kinds.ts'
import { createLatexEngine } from './latex/engine.ts'
import { readMaterials } from './materials.ts'
import { createLibreOfficeEngine } from './odt/engine.ts'
import { truthBlocks, truthMarkdown } from './truth.ts'

const engines: Readonly<Record<string, CreateEngine>> = {
  chromium: createChromiumEngine,
  latex: createLatexEngine,
  libreoffice: createLibreOfficeEngine,
}

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'chromium' },
    kind: { type: 'string' },
  },
})
const { out, engine: name, kind } = values
const create = engines[name]
if (!out || !create)
  throw new Error(`Say --out DIR and one of --engine ${Object.keys(engines).join('|')}`)
if (kind !== undefined && !isKindName(kind)) throw new Error(`No document is of kind ${kind}.`)

await mkdir(out, { recursive: true })
/** Sources that share runs of words with documents reserved for judging the reader. */
const leftOut =
  /^(?:OWASP-Top10|cesko-digital-derisking-handbook|andsanna__SWIFT|WebOfTrustInfo-rwot9-prague|iandol-scrivomatic__Quarto)/

const folders = judgedCorpora
  .filter(({ truth }) => truth === 'paired')
  .map(({ corpus }) => ({ corpus, path: join(corpusRoot, corpus, 'gt') }))
const engine = await create(
  readMaterials(folders).filter(({ source }) => !leftOut.test(source)),
  kind,
)
try {
  for (let seed = Number(values.seed); seed < Number(values.seed) + Number(values.count); seed++) {
    const path = join(out, `${name}-${String(seed).padStart(6, '0')}`)
    if (existsSync(`${path}.json`)) continue
    const printed = await engine.print(seed)
    if (printed) await writeOne(path, seed, printed)
  }
} finally {
  await engine.close()
}

/** The JSON is written last: its presence shows that the other files are complete. */
async function writeOne(path: string, seed: number, printed: Printed): Promise<void> {
  const { document, style, sources, pdf, found } = printed
  const record = {
    engine: name,
    seed,
    kind: document.kind,
    sources,
    style: { ...style, ...printed.engine },
    pages: found.pages,
    furniture: document.furniture,
    blocks: truthBlocks(document, style, found.places),
  }
  await writeFile(`${path}.pdf`, pdf)
  await writeFile(`${path}.md`, truthMarkdown(document, style))
  await writeFile(`${path}.json`, JSON.stringify(record, undefined, 1))
}
