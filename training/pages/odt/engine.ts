/** Typesets documents with LibreOffice Writer, many at a time: its start takes longer than a document. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, Printed } from '../engines.ts'
import type { KindName } from '../kinds.ts'
import { printWithLibreOffice } from '../libreoffice.ts'
import { type Made, makeDocument } from '../make.ts'
import type { Material } from '../materials.ts'
import { readPlaces, withoutProbes } from '../places.ts'
import { tear } from '../tear.ts'
import { writeOdt } from './write.ts'

const documentsPerStart = 20

export async function createLibreOfficeEngine(
  materials: readonly Material[],
  kind?: KindName,
): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'recto-libreoffice-'))
  const ready = new Map<number, Printed | undefined>()
  return {
    print: async (seed) => {
      if (!ready.has(seed)) {
        ready.clear()
        const made = Array.from({ length: documentsPerStart }, (_, at) =>
          makeDocument(seed + at, materials, kind),
        )
        for (const [at, printed] of await printAll(made, profile)) ready.set(at, printed)
      }
      return ready.get(seed)
    },
    close: () => rm(profile, { recursive: true, force: true }),
  }
}

async function printAll(
  made: readonly Made[],
  profile: string,
): Promise<[number, Printed | undefined][]> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-odt-'))
  try {
    for (const tagged of [false, true])
      for (const outline of [false, true]) {
        const some = made.filter(
          (one) => (!tagged || one.style.tagged) && hasOutline(one) === outline,
        )
        if (some.length > 0) await convert(folder, profile, some, { tagged, outline })
      }
    return await Promise.all(
      made.map(
        async (one): Promise<[number, Printed | undefined]> => [
          one.seed,
          await collect(folder, one),
        ],
      ),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A third of the files list their headings as bookmarks. */
const hasOutline = ({ seed }: Made): boolean => seed % 3 === 0

const fileName = (seed: number, tagged: boolean): string => `${seed}${tagged ? '-tagged' : ''}`

async function convert(
  folder: string,
  profile: string,
  made: readonly Made[],
  { tagged, outline }: { readonly tagged: boolean; readonly outline: boolean },
): Promise<void> {
  const files: string[] = []
  for (const { document, style, seed } of made) {
    const path = join(folder, `${fileName(seed, tagged)}.fodt`)
    await writeFile(path, writeOdt(document, style, !tagged))
    files.push(path)
  }
  const options = { UseTaggedPDF: tagged, ExportBookmarks: outline }
  const values = Object.entries(options).map(([name, value]) => [
    name,
    { type: 'boolean', value: String(value) },
  ])
  const filter = `pdf:writer_pdf_Export:${JSON.stringify(Object.fromEntries(values))}`
  await printWithLibreOffice({ target: filter, folder, profile, files })
}

async function collect(folder: string, made: Made): Promise<Printed | undefined> {
  const { document, style, sources, seed } = made
  try {
    const probed = await readFile(join(folder, `${fileName(seed, false)}.pdf`))
    const pdf = style.tagged
      ? await readFile(join(folder, `${fileName(seed, true)}.pdf`))
      : withoutProbes(probed)
    return {
      document,
      style,
      sources,
      found: readPlaces(probed),
      pdf: tear(pdf, style.torn),
      engine: { outline: hasOutline(made) },
    }
  } catch (error) {
    process.stderr.write(`libreoffice ${seed}: ${String(error)}\n`)
    return undefined
  }
}
