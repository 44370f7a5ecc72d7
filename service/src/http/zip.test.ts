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

test('what is written is read again, names and all', async () => {
  const long = 'Ein Satz. '.repeat(100_000)
  const files = { 'document.md': long, 'images/größe.png': '', 'images/2.png': 'x' }
  const entries = Object.entries(files).map(([name, data]) => entry(name, data))
  const archive = await buffer(writeZip(entries))
  expect(await readZip(archive)).toEqual(files)
  expect(archive.length).toBeLessThan(long.length / 10)
  expect(archive.equals(await buffer(writeZip(entries)))).toBe(true)
  expect(await readZip(await buffer(writeZip([])))).toEqual({})
})

test('files are opened in their turn, and closed when nobody reads on', async () => {
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

test('a file that can not be read breaks the archive off', async () => {
  const broken = { name: 'b', open: () => Promise.reject(new Error('away')) }
  await expect(buffer(writeZip([entry('a', 'x'), broken]))).rejects.toThrow('away')
})
