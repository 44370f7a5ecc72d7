/** Typesets documents with Chromium. */
import { createPrinter } from '../browser.ts'
import type { Engine } from '../engines.ts'
import type { KindName } from '../kinds.ts'
import { htmlOf, makeDocument } from '../make.ts'
import type { Material } from '../materials.ts'
import { readPlaces, withoutProbes } from '../places.ts'
import { tear } from '../tear.ts'

export async function createChromiumEngine(
  materials: readonly Material[],
  kind?: KindName,
): Promise<Engine> {
  const printer = await createPrinter()
  return {
    print: async (seed) => {
      const made = makeDocument(seed, materials, kind)
      const { document, style, sources } = made
      const outline = style.tagged && seed % 3 === 0
      const { probed, clean, semantic } = htmlOf(made)
      const first = await printer.print(probed, { tagged: false, outline: false })
      const pdf = style.tagged
        ? await printer.print(clean, { tagged: true, outline })
        : withoutProbes(first)
      return {
        document,
        style,
        sources,
        pdf: tear(pdf, style.torn),
        found: readPlaces(first),
        engine: { semantic, outline },
      }
    },
    close: printer.close,
  }
}
