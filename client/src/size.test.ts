/** Tests the size of the client: no dependencies, and at most 10 kB compressed. */
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const MAX_BYTES = 10_000

test('the client has no dependencies and stays small', () => {
  const folder = import.meta.dirname
  const manifest = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8'))
  expect(manifest.dependencies ?? {}).toEqual({})
  const sources = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const code = sources.map((name) => stripTypeScriptTypes(readFileSync(join(folder, name), 'utf8')))
  expect(gzipSync(code.join('\n')).length).toBeLessThan(MAX_BYTES)
})
