import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ConvertInput, convert as convertHere } from '@recto/engine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeZip } from '../../engine/src/readers/ooxml/testing/zip.ts'
import { buildPdf, show } from '../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { html, inputs, makeFolder, pdf } from '../../engine/src/testing/convert.ts'
import { type ConfinedOptions, convert } from './convert.ts'

const images = ['AAAA////', '////AAAA'].map(
  (palette) => `data:image/gif;base64,R0lGODlhAQABAIAA${palette}yH5BAEAAAAALAAAAAABAAEAAAIBRAA7`,
)
const illustrated = Buffer.from(images.map((url) => `<p>a <img src="${url}"></p>`).join(''))
const picture = readFileSync(
  join(import.meta.dirname, '../../engine/src/readers/image/testing/fax.tif'),
)
let folder = ''
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe("returns the engine's result", () => {
  test.each<{ name: string; input: (folder: string) => ConvertInput; options?: ConfinedOptions }>([
    ...inputs,
    {
      name: 'pages of a PDF',
      input: (path) => join(path, 'mills.pdf'),
      options: { pages: '2-' },
    },
    { name: 'the fast lane', input: () => pdf, options: { filename: 'm.pdf', lane: 'fast' } },
    {
      name: 'images',
      input: () => illustrated,
      options: { filename: 'a.html', images: 'collect' },
    },
    { name: 'a picture', input: () => picture, options: { filename: 'fax.tif' } },
    {
      name: 'a Blob whose name has no extension',
      input: () => new Blob([html], { type: 'text/html;charset=utf-8' }),
      options: { filename: 'unknown' },
    },
  ])('returns it for $name', async ({ input, options }) => {
    const given = input(folder)
    const [there, here] = [await convert(given, options), await convertHere(given, options)]
    const facts = ({ format, title, pages, ocrPages, warnings, images, markdown }: typeof here) => {
      return { format, title, pages, ocrPages, warnings, images, markdown }
    }
    expect(facts(there)).toEqual(facts(here))
    expect(there.toJson()).toEqual(here.toJson())
    expect(there.toDocling()).toEqual(here.toDocling())
    expect(there.toChunks()).toEqual(here.toChunks())
    expect(there.toHtml()).toBe(here.toHtml())
    expect(there.toText()).toBe(here.toText())
  })
})

test('chunks have the requested size', async () => {
  const text = Buffer.from('A good vatman made two thousand sheets a day. '.repeat(20))
  const { toChunks } = await convert(text, { chunkSize: 100 })
  expect(toChunks({ size: 100 }).length).toBeGreaterThan(5)
  expect(() => toChunks({ size: 200 })).toThrow('"chunkSize"')
})

test('reports progress, and an abort ends the conversion', async () => {
  const seen: number[] = []
  await convert(pdf, { onProgress: ({ pagesDone }) => seen.push(pagesDone) })
  expect(seen.length).toBeGreaterThan(0)
  await expect(convert(pdf, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  )
})

test('releases a conversion that has ended while its child lives', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const convertOnce = async (): Promise<WeakRef<object>> => {
    const onProgress = (): void => {}
    await convert(pdf, { onProgress })
    return new WeakRef(onProgress)
  }
  const ended = await convertOnce()
  await convertOnce()
  const find = (): object | undefined => {
    collect()
    return ended.deref()
  }
  await expect.poll(find).toBeUndefined()
})

describe("rejects wrong options and inputs with the engine's errors", () => {
  test.each<{ name: string; options: object; message: string }>([
    { name: 'an option', options: { page: '1' }, message: 'unknown option "page"' },
    { name: 'a lane', options: { lane: 'slow' }, message: '"lane" is "slow"' },
    { name: 'a deadline', options: { deadlineMs: 0 }, message: '"deadlineMs" is number; it must' },
    { name: 'memory', options: { memoryMb: 1 }, message: 'a number of MiB, at least 192' },
  ])('rejects the option $name', async ({ options, message }) => {
    // Sound: the test passes values that TypeScript refuses.
    const call = convert(html, options as ConfinedOptions)
    await expect(call).rejects.toThrow(TypeError)
    await expect(call).rejects.toThrow(message)
  })

  test.each([
    { name: 'a page that does not exist', input: pdf, options: { pages: '9' } },
    {
      name: 'a protected PDF',
      input: buildPdf({ password: 'x', pages: [{ content: show(72, 700, 'Secret.') }] }),
      options: {},
      code: 'password_protected',
    },
    { name: 'RTF', input: Buffer.from('{\\rtf1 x}'), options: {}, code: 'unsupported_media_type' },
    { name: 'a limit', input: html, options: { limits: { htmlElements: 2 } } },
  ])('rejects the document: $name', async ({ input, options, code = 'conversion_failed' }) => {
    await expect(convert(input, options)).rejects.toMatchObject({ name: 'ConversionError', code })
  })

  test('rejects a missing file and an address', async () => {
    await expect(convert(join(folder, 'none.pdf'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(convert(new URL('https://a.example/x.pdf'))).rejects.toThrow('are not fetched')
  })
})

describe('bounds the cost of a hostile document', () => {
  test('an endless file is not read to its end', async () => {
    await expect(convert('/dev/zero', { memoryMb: 192 })).rejects.toMatchObject({
      name: 'ConversionError',
      code: 'conversion_failed',
      message: 'The document was not converted: it is larger than 192 MiB, its memory limit.',
    })
  })

  test('a document that needs too much memory ends its child, not this process', async () => {
    const cells = '<row><c t="inlineStr"><is><t>x</t></is></c></row>'.repeat(400_000)
    const bomb = makeZip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/s.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="s.xml"/></Relationships>',
      'xl/s.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`,
    })
    expect(bomb.length).toBeLessThan(1_000_000)
    const call = convert(bomb, {
      filename: 'bomb.xlsx',
      memoryMb: 192,
      limits: { inflateRatio: 1e9 },
    })
    await expect(call).rejects.toMatchObject({ name: 'ConversionError', code: 'conversion_failed' })
    const { markdown } = await convert(html, { memoryMb: 192 })
    expect(markdown).toBe('# Mills\n\nOne vat.\n')
  })

  test('a deadline ends the conversion', async () => {
    const long = Buffer.from('<p>One vat.'.repeat(300_000))
    const call = convert(long, { filename: 'a.html', deadlineMs: 50 })
    await expect(call).rejects.toMatchObject({ name: 'ConversionFailure', code: 'timeout' })
  })
})

test('a program that has converted exits by itself and leaves no files', async () => {
  const door = pathToFileURL(join(import.meta.dirname, 'index.ts')).href
  const program = `import { convert } from '${door}'
    const [a, b] = await Promise.all([convert('mills.html'), convert('mills.pdf')])
    process.stdout.write(a.markdown + b.pages)`
  const own = await mkdtemp(join(folder, 'tmp-'))
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program],
    { cwd: folder, env: { ...process.env, TMPDIR: own }, timeout: 50_000 },
  )
  expect({ stdout, stderr }).toEqual({ stdout: '# Mills\n\nOne vat.\n3', stderr: '' })
  expect(await readdir(own)).toEqual([])
})
