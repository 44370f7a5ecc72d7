import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { toPgm } from '../gray-image.ts'
import { pictureOf } from '../testing/pictures.ts'
import { sha256 } from '../wasm-code/assemble.ts'
import { knownBuild, withFasterNetwork } from './index.ts'

test('the installed Tesseract is the known build', async () => {
  const name = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.wasm'
  const file = await readFile(fileURLToPath(import.meta.resolve(name)))
  expect(sha256(file)).toBe(knownBuild.sha256)
})

test('another build stays as it is', () => {
  const other = new Uint8Array(100)
  expect(withFasterNetwork(other)).toBe(other)
})

test('Tesseract returns the same words, places and confidences as without the changes', async () => {
  const picture = toPgm(await pictureOf(['Invoice 2026-118 of March', 'Total to pay: 1,249.50']))
  const options = { language: 'eng', dpi: 200, layout: 'sparse' } as const
  const read = async () => {
    vi.resetModules()
    const { wasmTesseract } = await import('../wasm-tesseract.ts')
    return wasmTesseract(picture, options)
  }
  const found = await read()
  vi.doMock('./index.ts', () => ({ withFasterNetwork: (module: Uint8Array) => module }))
  expect(found).toBe(await read())
  expect(found).toContain('ocrx_word')
})
