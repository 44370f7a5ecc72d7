/** Reads an archive strictly and returns the texts of its files by name. */
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

export async function readZip(archive: Buffer): Promise<Record<string, string>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(archive, {
    validateEntrySizes: true,
    strictFileNames: true,
    lazyEntries: true,
  })
  const found: Record<string, string> = {}
  for (let i = 0; i < zip.entryCount; i++) {
    zip.readEntry()
    const [each]: yauzl.Entry[] = await once(zip, 'entry')
    if (!each) continue
    const open = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
    found[each.fileName] = await text(await open(each))
  }
  return found
}
