/** Runs the peers that are programs, and measures their processes. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Task } from '../contestants.ts'
import { quantilesOf } from '../quantiles.ts'
import type { Figures } from '../run-contestant.ts'

const run = promisify(execFile)
const dataLoader = join(import.meta.dirname, '..', 'node_modules/@opendataloader/pdf/dist/cli.js')

interface Program {
  readonly command: string
  /** Returns the command's arguments. @param folder For output that is not written to standard output. */
  readonly words: (path: string, folder: string) => readonly string[]
  /** Extension of the output file; `undefined` if the program writes to standard output. */
  readonly ending?: string
  /** The required Debian packages. */
  readonly packages: readonly string[]
}

const pandoc = (from: string): Program => ({
  command: 'pandoc',
  words: (path) => ['-f', from, '-t', 'gfm', '--wrap=none', path],
  packages: ['pandoc', 'pandoc-data'],
})

/** The programs by task. */
export const programs: Readonly<Partial<Record<Task, Readonly<Record<string, Program>>>>> = {
  pdf: {
    'pdftotext (poppler)': {
      command: 'pdftotext',
      words: (path) => [path, '-'],
      packages: ['poppler-utils', 'libpoppler126'],
    },
  },
  'pdf-fidelity': {
    'OpenDataLoader (Java)': {
      command: 'node',
      words: (path, folder) => [
        ...[dataLoader, '-q', '-f', 'markdown', '--image-output', 'off'],
        ...['-o', folder, path],
      ],
      ending: '.md',
      packages: ['openjdk-17-jre-headless'],
    },
  },
  docx: { pandoc: pandoc('docx') },
  html: { pandoc: pandoc('html') },
  scan: {
    tesseract: {
      command: 'sh',
      words: (path, folder) => [
        ...['-c', 'pdftoppm -r 300 -png -singlefile "$0" "$1/page" && tesseract "$1/page.png" -'],
        ...[path, folder],
      ],
      packages: ['tesseract-ocr', 'libtesseract5', 'tesseract-ocr-eng', 'liblept5'],
    },
  },
}

const RUNS = 3
const MAX_BYTES = 2 ** 28

/** @returns The text. @throws If the program is missing or rejects the file. */
export async function runProgram(
  program: Program,
  path: string,
): Promise<{ readonly text: string; readonly notes: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-peer-'))
  try {
    // GNU time prints the seconds of CPU and of the clock, and the peak memory in KiB, including child processes.
    const words = ['-f', '%U %S %e %M', program.command, ...program.words(path, folder)]
    const { stdout, stderr } = await run('/usr/bin/time', words, { maxBuffer: MAX_BYTES })
    const own = join(folder, `${basename(path, extname(path))}${program.ending}`)
    const text = program.ending === undefined ? stdout : await readFile(own, 'utf8')
    return { text, notes: stderr }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Measures whole processes, including their start. @returns Medians. */
export async function measureProgram(program: Program, path: string): Promise<Figures> {
  const figures: Figures[] = []
  for (let count = 0; count < RUNS; count += 1) {
    const { text, notes } = await runProgram(program, path)
    const [user = 0, system = 0, wall = 0, peak = 0] = (notes.trim().split('\n').at(-1) ?? '')
      .split(' ')
      .map(Number)
    figures.push({
      cpuMs: (user + system) * 1_000,
      wallMs: wall * 1_000,
      peakMiB: peak / 1_024,
      characters: text.length,
    })
  }
  const median = (pick: (own: Figures) => number): number => quantilesOf(figures.map(pick))(0.5)
  return {
    cpuMs: median(({ cpuMs }) => cpuMs),
    wallMs: median(({ wallMs }) => wallMs),
    peakMiB: median(({ peakMiB }) => peakMiB),
    characters: figures[0]?.characters ?? 0,
  }
}

/** A field name of dpkg-query; the backslash prevents a substitution by TypeScript. */
const FORMAT = `$\{Installed-Size}\n`

export function programSizeMiB({ packages }: Program): number {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', FORMAT, ...packages], {
    encoding: 'utf8',
  })
  return (stdout ?? '').split('\n').reduce((sum, kib) => sum + Number(kib), 0) / 1_024
}
