/**
 * Reads a picture in a child's folder with the system's Tesseract, and writes its hOCR into that folder.
 *
 * A child may not start processes, so its parent starts Tesseract: always the same command, with arguments from fixed lists,
 * behind the same walls as children.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { access, mkdir, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Language,
  type RecognizeOptions,
  tesseractArguments,
  tesseractEnvironment,
  writeLanguageData,
} from '@recto/engine/tesseract'
import { findConfinement } from './confinement.ts'
import { besides, type ChildFolder, giveFile } from './exchange.ts'
import { HOCR_NAME, PICTURE_NAME } from './messages.ts'
import { killGroup } from './process.ts'
import { type Confinement, childEnvironment, confine, giveTo } from './walls/index.ts'

export interface Tesseract {
  readonly command: string
  readonly isBackground: boolean
  readonly confinement: Promise<Confinement>
  /** Folder for language data, written when a language is first used. */
  readonly dataFolder: string
  readonly data: Map<Language, Promise<void>>
}

export function createTesseract(
  command: string,
  dataFolder: string,
  confinement: Promise<Confinement>,
  isBackground = false,
): Tesseract {
  return { command, isBackground, confinement, dataFolder, data: new Map() }
}

export interface PictureReading {
  /** Resolves with true if the picture was read. */
  readonly isRead: Promise<boolean>
  /** Returns the id of the Tesseract process, or `undefined` before its start. */
  pid(): number | undefined
  kill(): void
}

/** A crowded page takes 10 s of CPU. */
const CPU_SECONDS = 40
/** 16 MiB; the hOCR of a page has about 200 kB. */
const FILE_BLOCKS = 32_768
/** A usual page takes 120 MiB, the largest picture that the engine draws (16 megapixels) 400 MiB. */
const MEMORY_KIB = 1024 * 1024
/** Twice the largest picture that the engine draws. */
const MAX_PICTURE_BYTES = 32_000_000

/** Reads a picture in a child's folder. Does not throw: after any error, `isRead` resolves with false. */
export function readPicture(
  tesseract: Tesseract,
  folder: string,
  options: RecognizeOptions,
): PictureReading {
  const stop = new AbortController()
  let child: ChildProcess | undefined
  const onStart = (started: ChildProcess): void => {
    child = started
  }
  const isRead = read(tesseract, folder, options, stop.signal, onStart).catch(() => false)
  return { isRead, pid: () => child?.pid, kill: () => stop.abort() }
}

async function read(
  tesseract: Tesseract,
  folder: string,
  options: RecognizeOptions,
  stop: AbortSignal,
  onStart: (child: ChildProcess) => void,
): Promise<boolean> {
  const confinement = await tesseract.confinement
  const childFolder = { folder, owner: confinement.owner }
  await prepare(tesseract, options.language, childFolder)
  const picture = await takePicture(join(folder, PICTURE_NAME))
  const waiting = besides(childFolder, HOCR_NAME)
  const output = await open(waiting, 'w')
  try {
    if (stop.aborted) return false
    const child = start(
      tesseract,
      confinement,
      tesseractArguments(options, tesseract.dataFolder),
      output.fd,
    )
    onStart(child)
    const kill = (): void => killGroup(child)
    stop.addEventListener('abort', kill)
    // Tesseract may end before it has read the whole picture, so write errors are expected.
    child.stdin?.on('error', () => {})
    child.stdin?.end(picture)
    const isRead = await hasSucceeded(child)
    if (isRead) giveFile(childFolder, waiting, HOCR_NAME)
    return isRead
  } finally {
    await output.close()
    await rm(waiting, { force: true })
  }
}

function hasSucceeded(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0))
  })
}

/** @param output Destination of standard output: a file, or `ignore`. */
function start(
  { command, isBackground, dataFolder }: Omit<Tesseract, 'confinement' | 'data'>,
  confinement: Confinement,
  words: readonly string[],
  output: number | 'ignore',
): ChildProcess {
  const limits = {
    cpuSeconds: CPU_SECONDS,
    fileBlocks: FILE_BLOCKS,
    memoryKib: MEMORY_KIB,
    isBackground,
  }
  // The command may be a script, so the folders of common programs are readable, too.
  const programs = ['/bin', '/usr/bin', command]
  const reach = { readable: [...programs, dataFolder].filter((path) => existsSync(path)) }
  const { file, args, credentials } = confine([command, ...words], limits, reach, confinement)
  return spawn(file, args, {
    cwd: '/',
    env: { ...childEnvironment, ...tesseractEnvironment },
    stdio: ['pipe', output, 'ignore'],
    detached: true,
    ...credentials,
  })
}

async function prepare(
  { data, dataFolder }: Tesseract,
  language: Language,
  { owner }: ChildFolder,
): Promise<void> {
  const preparation = data.get(language) ?? writeData(dataFolder, language, owner)
  data.set(language, preparation)
  await preparation
}

async function writeData(
  folder: string,
  language: Language,
  owner: ChildFolder['owner'],
): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeLanguageData(language, folder)
  giveTo(owner, folder)
}

/**
 * Reads the picture and accepts only the one simple format that the engine writes (binary PGM), of all formats that
 * Tesseract supports.
 *
 * A child under the control of a hostile document may have written anything there, so the bytes that are checked are
 * the ones that are passed on.
 */
async function takePicture(path: string): Promise<Buffer> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.size > MAX_PICTURE_BYTES) throw new Error('no picture of ours')
    const picture = await file.readFile()
    const [head = '', width, height] =
      /^P5\n(\d{1,5}) (\d{1,5})\n255\n/.exec(picture.toString('latin1', 0, 32)) ?? []
    const size = head.length + Number(width) * Number(height)
    if (picture.length !== size) throw new Error('no picture of ours')
    return picture
  } finally {
    await file.close()
  }
}

/** Version 4 introduced the neural network, which uses the language data that Recto brings. */
const MIN_VERSION = 4
const VERSION_MS = 5_000

/**
 * Finds the system's Tesseract.
 *
 * @param setting An absolute path, or `auto`: the command is then searched in PATH, and used only if the walls confine its calls and
 * files. Tesseract is native code, so that a hostile picture could take it over.
 * @param folder Parent of the children's folders.
 * @returns `undefined` if no Tesseract works behind the walls.
 */
export async function findTesseract(
  setting: string,
  folder = tmpdir(),
): Promise<string | undefined> {
  const path = isAbsolute(setting) ? setting : await findCommand('tesseract')
  if (path === undefined || !(await isRightVersion(path))) return undefined
  const confinement = await findConfinement(folder)
  const { layers } = confinement
  if (!isAbsolute(setting) && !(layers.has('calls') && layers.has('files'))) return undefined
  const child = start(
    { command: path, isBackground: false, dataFolder: folder },
    confinement,
    ['--version'],
    'ignore',
  )
  return (await hasSucceeded(child)) ? path : undefined
}

async function isRightVersion(path: string): Promise<boolean> {
  try {
    const options = { env: childEnvironment, timeout: VERSION_MS }
    const { stdout, stderr } = await promisify(execFile)(path, ['--version'], options)
    const version = /^tesseract v?(\d+)/m.exec(`${stdout}\n${stderr}`)?.[1]
    return Number(version ?? 0) >= MIN_VERSION
  } catch {
    return false
  }
}

async function findCommand(name: string): Promise<string | undefined> {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name)
    const isThere = await access(path, constants.X_OK)
      .then(() => true)
      .catch(() => false)
    if (isThere) return path
  }
  return undefined
}
