import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCrossings } from './boundaries.ts'

const root = join(import.meta.dirname, '..')

test.each([
  {
    name: 'a door may be imported',
    path: 'service/src/http/app.ts',
    text: `import { a } from '../jobs/index.ts'`,
    why: [],
  },
  {
    name: 'a file behind a door may not be imported',
    path: 'service/src/http/app.ts',
    text: `import {\n  type A,\n} from '../jobs/statements/claim.ts'`,
    why: ['The door of service/src/jobs/statements is its index.ts.'],
  },
  {
    name: 'a file may import all files of its own folder',
    path: 'service/src/jobs/a.ts',
    text: `import { a } from './b.ts'`,
    why: [],
  },
  {
    name: 'a folder inside a folder has a door, too',
    path: 'service/src/jobs/a.ts',
    text: `export * from './statements/claim.ts'`,
    why: ['The door of service/src/jobs/statements is its index.ts.'],
  },
  {
    name: 'the engine may not import the service',
    path: 'engine/src/convert.ts',
    text: `const a = await import('@recto/service')`,
    why: ['The engine imports no other package of ours.'],
  },
  {
    name: 'a package is imported by its name',
    path: 'cli/src/main.ts',
    text: `import { a } from '../../engine/src/index.ts'`,
    why: ['Another package is imported by its name.'],
  },
  {
    name: 'tests may import files behind doors',
    path: 'service/src/a.test.ts',
    text: `import { a } from './jobs/b.ts'`,
    why: [],
  },
])('findCrossings: $name', ({ path, text, why }) => {
  const doors = ['service/src/jobs', 'service/src/jobs/statements', 'engine/src']
  const files = doors.map((folder) => ({ path: `${folder}/index.ts`, text: '' }))
  expect(findCrossings([{ path, text }, ...files]).map((crossing) => crossing.why)).toEqual(why)
})

test('no import of the repository crosses a boundary', () => {
  const paths = globSync('{engine,converter,service,cli,client,mcp,web}/src/**/*.{ts,tsx}', {
    cwd: root,
  })
  const files = paths.map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }))
  expect(findCrossings(files)).toEqual([])
})
