import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { installSizeMiB } from './sizes.ts'

test('the size includes each installed dependency once, and no dependency that is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recto-sizes-'))
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const a = JSON.stringify({
    dependencies: { b: '1', c: '1' },
    optionalDependencies: { gone: '1' },
  })
  const c = JSON.stringify({ dependencies: { b: '2', a: '1' } })
  write('node_modules/a/package.json', a)
  write('node_modules/b/package.json', '{}')
  write('node_modules/b/lib/big.js', 'x'.repeat(1_000_000))
  write('node_modules/c/package.json', c)
  write('node_modules/c/node_modules/b/package.json', '{}')
  write('node_modules/unused/package.json', '{}')
  const bytes = a.length + c.length + 2 + 2 + 1_000_000
  expect(installSizeMiB(folder, ['a']) * 2 ** 20).toBeCloseTo(bytes, 3)
  rmSync(folder, { recursive: true })
})
