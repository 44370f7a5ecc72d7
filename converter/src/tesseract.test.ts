/** Tests the system's Tesseract where it is installed, and misbehaving replacements. */
import { chmod, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findConfinement } from './confinement.ts'
import { HOCR_NAME, PICTURE_NAME } from './messages.ts'
import { createPool, type Pool } from './pool.ts'
import { createTesseract, findTesseract, readPicture } from './tesseract.ts'

const options = { language: 'eng', dpi: 300, layout: 'page' } as const
const found = await findTesseract('auto')
if (found === undefined) process.stderr.write('Skipped: there is no tesseract on the PATH.\n')

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-tesseract-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** White, with a black bar. */
function pgm(width = 200, height = 100): Buffer {
  const pixels = Buffer.alloc(width * height, 255)
  pixels.fill(0, width * 50, width * 52)
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

function put(picture: Buffer): Promise<void> {
  return writeFile(join(folder, PICTURE_NAME), picture)
}

/** Creates a command that runs a shell script; the script cannot start other programs. */
async function standIn(words: string) {
  const command = join(folder, 'stand-in')
  await writeFile(command, `#!/bin/sh\n${words}\n`)
  await chmod(command, 0o755)
  return createTesseract(command, join(folder, 'languages'), findConfinement(folder))
}

test('Tesseract runs with our language data, one thread and an empty environment, and its output is returned', async () => {
  const tesseract = await standIn('echo "$@"; export -p; while read -r line; do echo "$line"; done')
  await put(pgm())
  expect(await readPicture(tesseract, folder, options).isRead).toBe(true)
  const said = await readFile(join(folder, HOCR_NAME), 'latin1')
  const languages = join(folder, 'languages')
  expect(said).toContain(
    `stdin stdout --tessdata-dir ${languages} -l eng --oem 1 --psm 3 --dpi 300`,
  )
  expect(said).toMatch(/OMP_THREAD_LIMIT='?1'?$/m)
  expect(said).not.toContain('HOME=')
  expect(said).toContain('P5\n200 100\n255\n')
  expect(await readdir(languages)).toEqual(['eng.traineddata'])
})

test.each([
  { name: 'another format', picture: Buffer.from('\x89PNG\r\n\x1a\n') },
  { name: 'a picture shorter than its header declares', picture: pgm().subarray(0, 1_000) },
  { name: 'a picture larger than any page that we draw', picture: pgm(8_000, 5_000) },
  { name: 'an empty file', picture: Buffer.alloc(0) },
])(
  'a file other than the expected kind of picture is not passed to Tesseract: $name',
  async ({ picture }) => {
    await put(picture)
    expect(await readPicture(await standIn('cat'), folder, options).isRead).toBe(false)
    expect(await readdir(folder)).not.toContain(HOCR_NAME)
  },
)

test('links in place of the picture or of the output are not followed', async () => {
  const secret = join(folder, 'secret')
  await writeFile(secret, pgm())
  await symlink(secret, join(folder, PICTURE_NAME))
  expect(await readPicture(await standIn('cat'), folder, options).isRead).toBe(false)
  await rm(join(folder, PICTURE_NAME))
  await put(pgm())
  await symlink(secret, join(folder, HOCR_NAME))
  await readPicture(await standIn('echo said'), folder, options).isRead
  expect(await readFile(secret)).toEqual(pgm())
})

test.each([
  { name: 'fails', words: 'exit 1' },
  {
    name: 'writes without an end',
    words:
      'x=0123456789; x=$x$x$x$x$x$x$x$x$x$x; x=$x$x$x$x$x$x$x$x$x$x; while :; do echo $x; done',
  },
  { name: 'allocates too much memory', words: 'x=x; while :; do x=$x$x; done' },
  { name: 'starts other programs', words: '/bin/true || exit 1' },
  { name: 'reads other files', words: 'read -r line < /etc/passwd' },
])('a Tesseract that $name returns no words', async ({ words }) => {
  await put(pgm())
  expect(await readPicture(await standIn(words), folder, options).isRead).toBe(false)
})

test('Tesseract can be killed', async () => {
  await put(pgm())
  const reading = readPicture(await standIn('while :; do :; done'), folder, options)
  setTimeout(reading.kill, 300)
  const begin = performance.now()
  expect(await reading.isRead).toBe(false)
  expect(performance.now() - begin).toBeLessThan(5_000)
})

test.skipIf(found === undefined)('the installed Tesseract recognises a picture', async () => {
  await put(pgm())
  const tesseract = createTesseract(found ?? '', join(folder, 'languages'), findConfinement(folder))
  expect(await readPicture(tesseract, folder, options).isRead).toBe(true)
  expect(await readFile(join(folder, HOCR_NAME), 'utf8')).toContain("class='ocr_page'")
})

test.each([
  { place: '/no/such/tesseract', name: 'that does not exist' },
  { place: '/bin/true', name: 'that is another program' },
])('findTesseract rejects a command $name', async ({ place }) => {
  expect(await findTesseract(place)).toBe(undefined)
})

/** Creates a pool whose children request a picture repeatedly; the name of the file gives the number of requests. */
async function convert(filename: string, tesseract: string | undefined): Promise<string> {
  const script = join(import.meta.dirname, 'testing', 'misbehaving-child.ts')
  const pool: Pool = createPool({ size: 1, parentFolder: folder, script, tesseract })
  try {
    const inputPath = join(folder, 'input')
    await writeFile(inputPath, '')
    const task = { inputPath, outputs: {}, mediaType: 'pictures', profile: 'fidelity' } as const
    const { title = '' } = await pool.convert({ ...task, filename }, { deadlineMs: 15_000 })
    return title
  } finally {
    await pool.close()
  }
}

test('pictures of a child are read one after the other', async () => {
  const { command } = await standIn('echo read')
  expect(await convert('one', command)).toBe('read\n')
})

test('a child that requests two pictures at a time, or one without Tesseract, fails', async () => {
  const { command } = await standIn('sleep 10')
  const broken = { code: 'conversion_failed' }
  await expect(convert('two', command)).rejects.toMatchObject(broken)
  await expect(convert('one', undefined)).rejects.toMatchObject(broken)
})
