import { expect, test } from 'vitest'
import { toPublished } from './pack.ts'

test('the published manifest refers to built files, and has no development fields', () => {
  const manifest = {
    name: '@recto/example',
    bin: { recto: './src/recto.ts' },
    exports: { '.': './src/index.ts', './node': './src/inner/node-path.ts' },
    scripts: { prepack: 'begin', postpack: 'end', other: 'x' },
    dependencies: { zod: '1.0.0' },
    devDependencies: { vitest: '1.0.0' },
  }
  expect(toPublished(manifest)).toEqual({
    name: '@recto/example',
    types: './dist/index.d.ts',
    bin: { recto: './dist/recto.js' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './node': { types: './dist/inner/node-path.d.ts', default: './dist/inner/node-path.js' },
      './package.json': './package.json',
    },
    scripts: { postpack: 'end' },
    dependencies: { zod: '1.0.0' },
  })
})
