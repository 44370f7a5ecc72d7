/**
 * Fits the models that merge two readings of a scan: `models/readings.json` chooses letters, `models/blanks.json` finds blanks.
 *
 * `npm run train:readings` reads the scans in `../shared` with both builds of Tesseract and with the second reader, compares them
 * with the truth, and fits the trees. `-- --folds` also judges weights on unseen documents, `--weights DIR` writes weights
 * for each quarter of the documents that did not see it (for `npm run score -- --folds`), and `--rows FILE` keeps the readings.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeDocument, openDocument } from '../../engine/src/readers/pdf/content/document.ts'
import { acquireEngine } from '../../engine/src/readers/pdf/content/engine.ts'
import { readPage } from '../../engine/src/readers/pdf/content/page.ts'
import { renderPage } from '../../engine/src/readers/pdf/content/render.ts'
import { toPgm } from '../../engine/src/readers/pdf/ocr/gray-image.ts'
import { compareReadings, findReadLines } from '../../engine/src/readers/pdf/ocr/merging/index.ts'
import { resolutionOf } from '../../engine/src/readers/pdf/ocr/needs-ocr.ts'
import { straighten } from '../../engine/src/readers/pdf/ocr/read-picture.ts'
import type { Recognize } from '../../engine/src/readers/pdf/ocr/recognizer.ts'
import { secondReader } from '../../engine/src/readers/pdf/ocr/second-reader/index.ts'
import { wasmTesseract } from '../../engine/src/readers/pdf/ocr/wasm-tesseract.ts'
import { dropNoise, readHocr } from '../../engine/src/readers/pdf/ocr/words.ts'
import {
  tesseractArguments,
  tesseractEnvironment,
  writeLanguageData,
} from '../../engine/src/tesseract.ts'
import { corpusRoot, listTrainingSamples, type Sample } from '../../tools/folds/corpora.ts'
import { fitTrees, modelsFolder } from '../fit-trees.ts'
import { type LabelledPlace, labelPlaces } from './label-places.ts'

const MEMORY_BYTES = 2 ** 29

const { values } = parseArgs({
  options: {
    folds: { type: 'boolean' },
    rows: { type: 'string' },
    weights: { type: 'string' },
  },
})

const modelOf = { letters: 'readings.json', blanks: 'blanks.json' } as const
const kinds = ['letters', 'blanks'] as const

type Kind = (typeof kinds)[number]

interface Row extends LabelledPlace {
  readonly kind: Kind
  readonly corpus: string
  readonly template: string
  /** Part of the corpora that the document belongs to. */
  readonly part: string
}

/** Returns the text of a scan's truth in one line. */
function truthOf(corpus: string, document: string): string {
  const path = join(corpusRoot, corpus, 'gt', document)
  const text = existsSync(`${path}.csv`)
    ? readFileSync(`${path}.csv`, 'utf8').replace(/^(?:\d+,){8}/gm, '')
    : readFileSync(`${path}.md`, 'utf8').replace(/<[^>]*>|[#*|]/g, ' ')
  return text.replace(/\s+/g, ' ').trim()
}

/** @param data Folder of the language data. */
function nativeTesseract(data: string): Recognize {
  return async (pgm, options) => {
    const { stdout } = spawnSync('tesseract', tesseractArguments(options, data), {
      input: pgm,
      env: { ...process.env, ...tesseractEnvironment },
      encoding: 'utf8',
      maxBuffer: MEMORY_BYTES,
    })
    return stdout
  }
}

/** Rows of several builds of Tesseract share the weight of a document. */
async function rowsOf(
  { judged, name, part, path }: Sample,
  builds: readonly Recognize[],
): Promise<Row[]> {
  const engine = await acquireEngine(MEMORY_BYTES)
  const opened = openDocument(engine, readFileSync(path))
  const truth = truthOf(judged.corpus, name)
  const names = { corpus: judged.corpus, template: name, part }
  const rows: Row[] = []
  for (let page = 1; page <= opened.pageCount; page++) {
    const content = readPage(opened, page, new Map(), 'full')
    const picture = content && renderPage(opened, page, resolutionOf(content))
    if (!picture) continue
    const { image } = straighten(picture, picture.dpi)
    const options = { language: 'eng', dpi: picture.dpi, layout: 'sparse' } as const
    for (const recognize of builds) {
      const first = readHocr(await recognize(toPgm(image), options))
      const { lines } = await findReadLines(image, first, dropNoise(first), secondReader.findLines)
      for (const { box, words } of lines) {
        const second = await secondReader.readLine(image, box)
        const labelled = labelPlaces(compareReadings(image, box, words, second), truth)
        for (const kind of kinds) {
          const own = labelled[kind]
          rows.push(...own.map((row) => ({ ...names, kind, ...row, weight: 1 / builds.length })))
        }
      }
    }
  }
  closeDocument(opened)
  return rows
}

async function collect(samples: readonly Sample[], builds: readonly Recognize[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const sample of samples) {
    const own = await rowsOf(sample, builds)
    rows.push(...own)
    process.stdout.write(`${sample.judged.corpus}/${sample.name}: ${own.length} places\n`)
  }
  return rows
}

/**
 * Fits both models to rows.
 *
 * @param folder For temporary files.
 * @param pathOf Returns the file of a model's weights.
 */
async function fitModels(
  rows: readonly Row[],
  folder: string,
  pathOf: (kind: Kind) => string,
  options: readonly string[] = [],
): Promise<void> {
  for (const kind of kinds) {
    const path = join(folder, `${kind}.jsonl`)
    const own = rows.filter((row) => row.kind === kind)
    await writeFile(path, own.map((row) => JSON.stringify(row)).join('\n'))
    fitTrees(path, pathOf(kind), [...options, ...(kind === 'letters' ? ['--few'] : [])])
  }
}

const samples = listTrainingSamples('readings')
if (samples.length === 0) {
  process.stdout.write('train: skipped, there are no corpora in ../shared.\n')
} else {
  const folder = await mkdtemp(join(tmpdir(), 'recto-train-'))
  try {
    const kept = values.rows
    let rows: Row[]
    if (kept && existsSync(kept))
      rows = readFileSync(kept, 'utf8')
        .split('\n')
        .map((row) => JSON.parse(row))
    else {
      await writeLanguageData('eng', folder)
      rows = await collect(samples, [nativeTesseract(folder), wasmTesseract])
      if (kept) await writeFile(kept, rows.map((row) => JSON.stringify(row)).join('\n'))
    }
    const { weights } = values
    if (weights !== undefined) {
      mkdirSync(weights, { recursive: true })
      for (const part of new Set(samples.map((sample) => sample.part))) {
        const seen = rows.filter((row) => row.part !== part)
        await fitModels(seen, folder, (kind) => join(weights, `part ${part}.${modelOf[kind]}`))
      }
    }
    const options = values.folds ? ['--folds'] : []
    await fitModels(rows, folder, (kind) => join(modelsFolder, modelOf[kind]), options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
