/** Typesets documents with pdfLaTeX of TeX Live. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createPrinter, type Printer } from '../browser.ts'
import type { Block, Figure, Furniture, TrainingDocument } from '../content.ts'
import type { Engine, Printed } from '../engines.ts'
import { composeDocument, type KindName } from '../kinds.ts'
import type { Material } from '../materials.ts'
import { readPlaces, withoutProbes } from '../places.ts'
import { createRandom, type Random } from '../random.ts'
import { createComposer } from '../stock.ts'
import type { Style } from '../style.ts'
import { tear } from '../tear.ts'
import { isTexText } from './escape.ts'
import { beamer, drawLatexStyle, type LatexStyle, templates } from './templates.ts'
import { writeLatex } from './write.ts'

const run = promisify(execFile)
const timeoutMs = 60_000

export async function createLatexEngine(
  materials: readonly Material[],
  kind?: KindName,
): Promise<Engine> {
  const printer = await createPrinter()
  const usable = materials.map(texMaterial)
  return {
    print: (seed) => printOne(seed, compose(seed, usable, kind), printer),
    close: printer.close,
  }
}

/** Drops texts with letters that the 8-bit encodings lack. */
const texMaterial = (material: Material): Material => ({
  ...material,
  headings: material.headings.filter(isTexText),
  paragraphs: material.paragraphs.filter(isTexText),
  items: material.items.filter(isTexText),
  tables: material.tables.filter((table) => table.flat().every(isTexText)),
  code: material.code.filter((lines) => lines.every(isTexText)),
})

interface Composed {
  readonly document: TrainingDocument
  readonly latex: LatexStyle
  readonly style: Style
  readonly sources: readonly string[]
}

function compose(seed: number, materials: readonly Material[], wanted?: KindName): Composed {
  const random = createRandom(seed)
  const composer = createComposer(random, materials)
  const state: { latex?: LatexStyle } = {}
  const { document, style } = composeDocument(composer, {
    ...(wanted && { kind: wanted }),
    without: ['newsletter'],
    restyle: (drawn, kind) => {
      state.latex = drawLatexStyle(random, drawn, kind === 'slides' ? beamer : pickTemplate(random))
      return state.latex.style
    },
  })
  const turned = document.blocks.find((block) => block.type === 'table' && block.columns > 3)
  if (state.latex && turned?.type === 'table' && style.columns === 1 && random.chance(0.12))
    state.latex = { ...state.latex, turned: turned.id }
  if (!state.latex) throw new Error('The style was not drawn.')
  return {
    document: { ...document, furniture: texFurniture(document.furniture, state.latex) },
    latex: state.latex,
    style,
    sources: composer.stock.sources,
  }
}

function pickTemplate(random: Random): (typeof templates)[number] {
  const weights = Object.fromEntries(templates.map(({ name, weight }) => [name, weight]))
  const name = random.weighted(weights)
  return templates.find((template) => template.name === name) ?? beamer
}

/** A single TeX run does not know the number of pages; classes that are not restyled print their own furniture. */
function texFurniture(furniture: Furniture, { template }: LatexStyle): Furniture {
  const own = !template.free || template.name === 'memoir'
  const places = Object.fromEntries(
    Object.entries(furniture.places).map(([place, text]) => [
      place,
      text.replace(/ ?(?:of|\/) ?\{pages\}/, ''),
    ]),
  )
  return { ...furniture, places: own ? {} : places, watermark: '', sideStamp: '' }
}

async function printOne(
  seed: number,
  { document, latex, style, sources }: Composed,
  printer: Printer,
): Promise<Printed | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-latex-'))
  try {
    for (const figure of figuresOf([...document.front, ...document.blocks]))
      await writeFile(join(folder, `figure-${figure.id}.pdf`), await printFigure(figure, printer))
    await writeFile(join(folder, 'document.tex'), writeLatex(document, latex))
    await run('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'document.tex'], {
      cwd: folder,
      timeout: timeoutMs,
      env: { ...process.env, SOURCE_DATE_EPOCH: '0', FORCE_SOURCE_DATE: '1' },
      maxBuffer: 1 << 26,
    })
    const pdf = await readFile(join(folder, 'document.pdf'))
    const { template, theme, microtype, floats } = latex
    const engine = {
      class: template.name,
      ...(template.name === 'beamer' ? { theme } : {}),
      microtype,
      floats,
      turned: latex.turned > 0,
      lineNumbers: latex.lineNumbers,
    }
    return {
      document,
      style,
      sources,
      found: readPlaces(pdf),
      pdf: tear(withoutProbes(pdf), style.torn),
      engine,
    }
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string }
    process.stderr.write(
      `latex ${seed}: ${/^!.*\n?.*\n?.*$/m.exec(stdout)?.[0] ?? String(error)}\n`,
    )
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function figuresOf(blocks: readonly Block[]): Figure[] {
  return blocks.flatMap((block) => {
    if (block.type === 'figure') return [block]
    if (block.type === 'sides') return block.parts.flatMap((part) => figuresOf(part))
    return block.type === 'aside' ? figuresOf(block.blocks) : []
  })
}

const printFigure = ({ svg, width, height }: Figure, printer: Printer): Promise<Buffer> =>
  printer.print(
    `<!doctype html><style>@page{size:${width.toFixed(2)}pt ${(height + 0.5).toFixed(2)}pt;margin:0}body{margin:0}svg{display:block}</style>${svg}`,
    { tagged: false, outline: false },
  )
