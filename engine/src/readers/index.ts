/** The reader of each format. */
import type { Format } from '../sniff/index.ts'
import { readDocx } from './docx/index.ts'
import { readHtml } from './html/index.ts'
import { readPdf } from './pdf/index.ts'
import { readPptx } from './pptx/index.ts'
import type { Reader } from './reader.ts'
import { readText } from './text/index.ts'
import { readXlsx } from './xlsx/index.ts'

export const readers: Readonly<Record<Format, Reader>> = {
  pdf: readPdf,
  docx: readDocx,
  pptx: readPptx,
  xlsx: readXlsx,
  html: readHtml,
  text: readText,
}

export type { Profile, Progress, Reader, Reading, ReadOptions } from './reader.ts'
