import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withFasterNetworks } from './index.ts'

const runtime = fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'))

test('the installed runtime gets the new functions, and stays valid', async () => {
  const original = new Uint8Array(await readFile(runtime))
  const changed = withFasterNetworks(original)
  expect(changed.length).toBeGreaterThan(original.length)
  expect(await WebAssembly.compile(changed)).toBeDefined()
})

test('another build stays as it is', () => {
  const other = new Uint8Array(100)
  expect(withFasterNetworks(other)).toBe(other)
})
