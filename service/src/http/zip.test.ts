/** Tests archives with the engine's zip reader. */
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readZip } from './testing/read-zip.ts'
import { writeZip } from './zip.ts'

const entry = (name: string, data: string | Buffer) => ({
  name,
  open: async () => Readable.from([Buffer.from(data)]),
})

test('writes archives that read back, including names', async () => {
  const long = 'Ein Satz. '.repeat(100_000)
  const files = { 'document.md': long, 'images/größe.png': '', 'images/2.png': 'x' }
  const entries = Object.entries(files).map(([name, data]) => entry(name, data))
  const archive = await buffer(writeZip(entries))
  expect(await readZip(archive)).toEqual(files)
  expect(archive.length).toBeLessThan(long.length / 10)
  expect(archive.equals(await buffer(writeZip(entries)))).toBe(true)
  expect(await readZip(await buffer(writeZip([])))).toEqual({})
})

test('opens files one after the other, and closes them if the reader stops', async () => {
  const opened: Readable[] = []
  const open = async (): Promise<Readable> => {
    const file = new Readable({ read() {} })
    opened.push(file)
    return file
  }
  const zip = writeZip([
    { name: 'a', open },
    { name: 'b', open },
  ])
  await once(zip, 'readable')
  zip.read()
  await new Promise((resolve) => setTimeout(resolve, 10))
  zip.destroy()
  expect(opened).toHaveLength(1)
  opened[0]?.push('x')
  opened[0]?.push(null)
  await once(zip, 'close')
})

test("a file that can't be read aborts the archive", async () => {
  const broken = { name: 'b', open: () => Promise.reject(new Error('away')) }
  await expect(buffer(writeZip([entry('a', 'x'), broken]))).rejects.toThrow('away')
})
