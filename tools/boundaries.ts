/** Source files → the imports that cross a boundary of the house: CONTRIBUTING.md, "The tree". */
import { dirname, join, normalize } from 'node:path'

/** A file by its path from the root of the repository, with `/`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface Crossing {
  readonly path: string
  readonly imported: string
  readonly why: string
}

interface Rule {
  /** Files that the rule binds. */
  readonly from: RegExp
  /** Packages, or paths from the root, that they may not import. */
  readonly refused: RegExp
  readonly why: string
}

const rules: readonly Rule[] = [
  { from: /^engine\//, refused: /^@recto\//, why: 'The engine imports no other package of ours.' },
  {
    from: /^engine\/src\/model\//,
    refused: /^engine\/src\/(?!model\/)/,
    why: 'The model imports nothing.',
  },
  {
    from: /^engine\/src\/readers\//,
    refused: /^engine\/src\/writers\//,
    why: 'Readers do not know writers.',
  },
  {
    from: /^engine\/src\/writers\//,
    refused: /^engine\/src\/readers\//,
    why: 'Writers do not know readers.',
  },
  {
    from: /^converter\//,
    refused: /^@recto\/(?!engine)/,
    why: 'The converter imports the engine alone.',
  },
  {
    from: /^(?:client|mcp)\//,
    refused: /^@recto\/service/,
    why: 'Only the command starts the service.',
  },
]

/** Other doors, in `exports` of a manifest: who comes by them loads no reader, and no service. */
const sideDoors: ReadonlySet<string> = new Set([
  'converter/src/node-path.ts',
  'engine/src/inspect.ts',
  'engine/src/media-types.ts',
  'engine/src/tesseract.ts',
  'service/src/secret-files.ts',
])

/** Tests and their support look behind doors. */
const isTest =
  /(?:\.test\.ts$|\/testing\/|\/training\/|\/fixtures\.ts$|\/(?:test|fixture)-[^/]*\.ts$)/
const importPattern =
  /(?:^|[^\w.])(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/g

/**
 * Finds the imports that break a rule, or enter a folder by another file than its `index.ts`.
 *
 * @param files All source files: a folder has a door when one of them is its `index.ts`.
 */
export function findCrossings(files: readonly SourceFile[]): Crossing[] {
  const doors = new Set(
    files.filter(({ path }) => path.endsWith('/index.ts')).map(({ path }) => dirname(path)),
  )
  return files
    .filter(({ path }) => !isTest.test(path) && !sideDoors.has(path))
    .flatMap(({ path, text }) =>
      importsOf(text).flatMap((specifier) => {
        const imported = resolve(path, specifier)
        const why = reasonAgainst(path, imported, doors)
        return why === undefined ? [] : [{ path, imported, why }]
      }),
    )
}

function importsOf(text: string): string[] {
  return [...text.matchAll(importPattern)].map(([, fixed, dynamic]) => fixed ?? dynamic ?? '')
}

function resolve(path: string, specifier: string): string {
  return specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier
}

function reasonAgainst(
  path: string,
  imported: string,
  doors: ReadonlySet<string>,
): string | undefined {
  const rule = rules.find(({ from, refused }) => from.test(path) && refused.test(imported))
  if (rule) return rule.why
  const ownWorkspace = path.split('/')[0]
  const [workspace] = imported.split('/')
  if (
    imported.endsWith('.ts') &&
    /^(?:cli|client|converter|engine|mcp|service)$/.test(ownWorkspace ?? '')
  ) {
    if (workspace !== ownWorkspace) return 'Another package is imported by its name.'
  }
  const closed = closedFolderOf(path, imported, doors)
  return closed === undefined ? undefined : `The door of ${closed} is its index.ts.`
}

/** @returns The innermost folder with a door that holds the imported file, does not hold the importing one, and was not entered by a door. */
function closedFolderOf(
  path: string,
  imported: string,
  doors: ReadonlySet<string>,
): string | undefined {
  if (imported.endsWith('/index.ts')) return undefined
  const folder = dirname(imported)
  return doors.has(folder) && !path.startsWith(`${folder}/`) ? folder : undefined
}
