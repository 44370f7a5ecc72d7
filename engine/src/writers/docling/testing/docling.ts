/** Converts blocks for tests to a DoclingDocument that passes the checks of faults.ts. */
import assert from 'node:assert/strict'
import type { Block, Document } from '../../../model/index.ts'
import { findFaults } from '../faults.ts'
import { type DoclingDocument, toDocling } from '../index.ts'

export const source = {
  filename: 'report.v2.pdf',
  mediaType: 'application/pdf',
  bytes: new TextEncoder().encode('bytes'),
}

export function make(blocks: readonly Block[], more: Partial<Document> = {}): DoclingDocument {
  const docling = toDocling({ pages: [], notes: [], ...more, blocks }, source)
  assert.deepEqual(findFaults(docling), [])
  return docling
}

export const pages = [{ number: 1, size: { width: 100, height: 200 } }]
