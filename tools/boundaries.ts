/** Finds imports that violate the boundaries in CONTRIBUTING.md, "The tree". */
import { dirname, join, normalize } from 'node:path'

/** A file with its path from the root of the repository, separated by `/`. */
interface SourceFile {
  readonly path: string
  readonly text: string
}

interface Crossing {
  readonly path: string
  readonly imported: string
  readonly why: string
}

interface Rule {
  /** Matches the files that the rule applies to. */
  readonly from: RegExp
  /** Matches packages, or paths from the root, that they must not import. */
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

/** Additional entry points, listed in `exports` of a manifest: they load neither readers nor the service. */
const sideDoors: ReadonlySet<string> = new Set([
  'converter/src/node-path.ts',
  'engine/src/inspect.ts',
  'engine/src/media-types.ts',
  'engine/src/tesseract.ts',
  'service/src/secret-files.ts',
])

/** Tests and their support may import inner files. */
const isTest = /(?:\.test\.ts$|\/testing\/|\/fixtures\.ts$|\/(?:test|fixture)-[^/]*\.ts$)/
const importPattern =
  /(?:^|[^\w.])(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/g

/**
 * Finds imports that break a rule, or that import an inner file of a folder with an `index.ts`.
 *
 * @param files All source files; a folder with an `index.ts` may only be imported through it.
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

/** @returns The folder of the imported file, if it has an `index.ts` and does not contain the importing file. */
function closedFolderOf(
  path: string,
  imported: string,
  doors: ReadonlySet<string>,
): string | undefined {
  if (imported.endsWith('/index.ts')) return undefined
  const folder = dirname(imported)
  return doors.has(folder) && !path.startsWith(`${folder}/`) ? folder : undefined
}
