/** A user's program: imports every package, and converts documents of every format. */
import { RectoError } from '@recto/client'
import { convert as convertConfined, createPool } from '@recto/converter'
import { type Conversion, ConversionError, convert } from '@recto/engine'
import { type Config, loadConfig } from '@recto/service'

const expected: Readonly<Record<string, string>> = {
  'report.pdf': '# How Paper Was Made by Hand',
  'letter.docx': '```',
  'book.xlsx': '|',
  'deck.pptx': '- ',
  'page.html': '# Moulds',
  'notes.txt': 'Felt parts the sheets.',
}

for (const [path, part] of Object.entries(expected)) {
  const conversion: Conversion = await convert(path)
  const { markdown } = conversion
  if (!markdown.includes(part)) throw new Error(`${path} became:\n${markdown}`)
  const { texts, tables } = conversion.toJson()
  const sizes = [conversion.toChunks().length, texts.length + tables.length]
  const written = [conversion.toHtml(), conversion.toText()]
  if (sizes.includes(0) || written.includes('')) throw new Error(`${path} lacks a form.`)
}

try {
  await convert(new TextEncoder().encode('{\\rtf1 text}'), { filename: 'a.rtf' })
  throw new Error('An RTF file was converted.')
} catch (error) {
  if (!(error instanceof ConversionError) || error.code !== 'unsupported_media_type') throw error
}

const confined = await convertConfined('report.pdf', { deadlineMs: 60_000 })
if (confined.markdown !== (await convert('report.pdf')).markdown) throw new Error('They differ.')

const pool = createPool({ size: 1 })
const walls = await pool.checkWalls()
await pool.close()

const config: Config = loadConfig({ PORT: '3001' })
if (config.port !== 3001 || !(new RectoError('x', 'y') instanceof Error)) throw new Error('lost')
process.stdout.write(
  `six formats by @recto/engine; walls of @recto/converter that are up: ${walls
    .flatMap(({ isUp, name }) => (isUp ? [name] : []))
    .join(', ')}\n`,
)
