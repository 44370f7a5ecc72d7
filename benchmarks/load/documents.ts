/** Provides small documents of every format: the web page's samples and generated ones. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mediaTypeOf } from '../../engine/src/index.ts'
import { makeDocx, makeHtml, makeXlsx } from '../inputs.ts'

export interface SmallDocument {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const root = join(import.meta.dirname, '..', '..')

function named(name: string, bytes: Uint8Array): SmallDocument {
  const mediaType = mediaTypeOf(name)
  if (mediaType === undefined) throw new Error(`${name} is of no known format.`)
  return { name, mediaType, bytes: new Uint8Array(bytes) }
}

function stored(path: string): SmallDocument {
  return named(path.split('/').at(-1) ?? '', readFileSync(join(root, path)))
}

/** Returns one document of each format; either lane converts it in some hundredths of a second. */
export function smallDocuments(): SmallDocument[] {
  return [
    named('note.txt', Buffer.from('A note.\n\n- one\n- two\n')),
    named('page.html', makeHtml(20_000)),
    named('letter.docx', makeDocx(4)),
    named('table.xlsx', makeXlsx(100)),
    stored('web/src/samples/deck/harbour-deck.pptx'),
    stored('fixtures/pdf/two-columns/input.pdf'),
    stored('web/src/samples/paper/two-column-paper.pdf'),
  ]
}

/** A scanned page, whose recognition takes seconds of a core. */
export function scannedDocument(): SmallDocument {
  return stored('web/src/samples/receipt/scanned-receipt.pdf')
}

/** A document that both lanes reject. */
export const damagedDocument = named('damaged.docx', Buffer.from('PK\u0003\u0004 nothing more'))
