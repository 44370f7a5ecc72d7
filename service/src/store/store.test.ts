import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  nameIn,
  openStore,
  parseStorageUrl,
  parseStoredName,
  type Store,
  StoreError,
} from './index.ts'
import { credentials, type FakeS3, startFakeS3 } from './testing/fake-s3.ts'
import { hasRealS3, makeRealBucket } from './testing/real-s3.ts'

let folder = ''
let s3: FakeS3
const stores: Record<string, Store> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-store-test-'))
  s3 = await startFakeS3()
  stores['folder'] = await openStore({ type: 'folder', folder: join(folder, 'files') })
  stores['s3'] = await openS3()
  if (hasRealS3) stores['real s3'] = await openStore({ type: 's3', bucket: await makeRealBucket() })
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

function openS3(more: object = {}): Promise<Store> {
  const bucket = { url: `${s3.url}/bucket/prefix`, region: 'eu-test-1', ...credentials, ...more }
  return openStore({ type: 's3', bucket })
}

const bytesOf = (content: string) => (): Buffer[] => [Buffer.from(content)]

async function read(store: Store, name: ReturnType<typeof nameIn>): Promise<string | undefined> {
  const file = await store.open(name)
  if (!file) return undefined
  const bytes = Buffer.concat(await Array.fromAsync(file.stream))
  expect(bytes.length).toBe(file.bytes)
  return bytes.toString()
}

const name = nameIn('uploads', 'job_0193-a')

describe.each(['folder', 's3', ...(hasRealS3 ? ['real s3'] : [])])('a store in: %s', (kind) => {
  const store = (): Store => {
    const found = stores[kind]
    if (!found) throw new Error('not opened')
    return found
  }

  test('stores, returns, replaces and deletes a file', async () => {
    expect(await read(store(), name)).toBeUndefined()
    await store().put(name, bytesOf('one'))
    expect(await read(store(), name)).toBe('one')
    await store().put(name, bytesOf('two, longer'))
    expect(await read(store(), name)).toBe('two, longer')
    await store().remove(name)
    await store().remove(name)
    expect(await read(store(), name)).toBeUndefined()
  })

  test('returns a part of a file, also one past its end', async () => {
    await store().put(name, bytesOf('0123456789'))
    const part = async (start: number, bytes: number): Promise<string> => {
      const file = await store().open(name, { start, bytes })
      return Buffer.concat(file ? await Array.fromAsync<Buffer>(file.stream) : []).toString()
    }
    expect(await part(3, 4)).toBe('3456')
    expect(await part(8, 2)).toBe('89')
    expect(await part(4, 0)).toBe('')
    await store().remove(name)
    expect(await store().open(name, { start: 0, bytes: 1 })).toBeUndefined()
  })

  test('stores many files at a time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => nameIn('results', `many-${index}`))
    await Promise.all(names.map((each) => store().put(each, bytesOf(each))))
    expect(await Promise.all(names.map((each) => read(store(), each)))).toEqual(names)
    await Promise.all(names.map((each) => store().remove(each)))
  })

  test('stores large and empty files', async () => {
    const large = 'x'.repeat(5_000_000)
    await store().put(name, bytesOf(large))
    expect((await read(store(), name)) === large).toBe(true)
    await store().put(name, bytesOf(''))
    expect(await read(store(), name)).toBe('')
    await store().remove(name)
  })

  test('reports that it can store files', async () => {
    await store().check()
  })

  test('fails with a StoreError, and keeps existing files', async () => {
    await store().put(name, bytesOf('kept'))
    await expect(
      store().put(name, () => createReadStream(join(folder, 'not there'))),
    ).rejects.toThrow(StoreError)
    expect(await read(store(), name)).toBe('kept')
    await store().remove(name)
  })
})

describe('a folder', () => {
  test('holds only complete files, readable by this user only', async () => {
    await stores['folder']?.put(name, bytesOf('x'))
    expect(await readdir(join(folder, 'files', 'uploads'))).toEqual(['job_0193-a'])
    expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([])
    await stores['folder']?.remove(name)
  })

  test("is swept of a killed process's files, but not of files being written", async () => {
    const incoming = join(folder, 'files', 'incoming')
    await writeFile(join(incoming, 'old'), 'half a fi')
    await writeFile(join(incoming, 'new'), 'half a fi')
    await utimes(join(incoming, 'old'), 0, 0)
    await stores['folder']?.sweep()
    expect(await readdir(incoming)).toEqual(['new'])
    await rm(join(incoming, 'new'))
  })

  test('causes an error if it was removed', async () => {
    const otherFolder = join(folder, 'other')
    const store = await openStore({ type: 'folder', folder: otherFolder })
    await rm(otherFolder, { recursive: true })
    await expect(store.check()).rejects.toThrow(StoreError)
    await expect(store.put(name, bytesOf('x'))).rejects.toThrow(StoreError)
    await mkdir(otherFolder)
    await chmod(otherFolder, 0o700)
  })
})

describe.each(hasRealS3 ? ['real'] : [])('a %s bucket', () => {
  test('refuses a wrong signature; a missing bucket is an error', async () => {
    const bucket = await makeRealBucket()
    const wrong = await openStore({ type: 's3', bucket: { ...bucket, secretAccessKey: 'another' } })
    await expect(wrong.check()).rejects.toMatchObject({
      cause: { message: 'The object storage answered 403 SignatureDoesNotMatch' },
    })
    const nowhere = await openStore({
      type: 's3',
      bucket: { ...bucket, url: `${bucket.url}-none` },
    })
    await expect(nowhere.put(name, bytesOf('x'))).rejects.toMatchObject({
      cause: { message: 'The object storage answered 404 NoSuchBucket' },
    })
  })
})

describe('a bucket', () => {
  test('stores files under its prefix', async () => {
    await stores['s3']?.put(name, bytesOf('x'))
    expect([...s3.objects.keys()]).toEqual(['/bucket/prefix/uploads/job_0193-a'])
    await stores['s3']?.remove(name)
    expect(s3.objects.size).toBe(0)
  })

  test('is retried if it is busy or closes the connection', async () => {
    s3.failures.push(503, 'close')
    await stores['s3']?.put(name, bytesOf('at last'))
    expect(s3.objects.get('/bucket/prefix/uploads/job_0193-a')?.toString()).toBe('at last')
    s3.failures.push(500, 500, 500)
    await expect(stores['s3']?.open(name)).rejects.toMatchObject({
      cause: { message: 'The object storage answered 500 SlowDown' },
    })
    await stores['s3']?.remove(name)
  })

  test('that refuses our signature causes an error at once', async () => {
    const store = await openS3({ secretAccessKey: 'another' })
    await expect(store.check()).rejects.toMatchObject({
      cause: { message: 'The object storage answered 403 SignatureDoesNotMatch' },
    })
  })
})

test.each(['', '..', 'a/b', '.a', 'a..b', 'a.', 'A', 'ä', 'a\n', 'a'.repeat(101), '%2e'])(
  'rejects the name %j',
  (text) => {
    expect(() => nameIn('uploads', text)).toThrow()
    expect(() => parseStoredName(`uploads/${text}`)).toThrow()
  },
)

test('recognises a stored name', () => {
  expect(parseStoredName('results/job_1.2.md')).toBe('results/job_1.2.md')
  expect(() => parseStoredName('incoming/a')).toThrow()
})

test('RECTO_STORAGE_URL selects the store', () => {
  const env = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  expect(parseStorageUrl(undefined, 'data', {})).toEqual({
    type: 'folder',
    folder: join('data', 'files'),
  })
  expect(parseStorageUrl('s3://docs/a?endpoint=http://minio:9000/&region=x', 'data', env)).toEqual({
    type: 's3',
    bucket: {
      url: 'http://minio:9000/docs/a',
      region: 'x',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    },
  })
  expect(parseStorageUrl('s3://docs', 'data', env)).toMatchObject({
    bucket: { url: 'https://s3.us-east-1.amazonaws.com/docs', region: 'us-east-1' },
  })
  expect(parseStorageUrl('s3://docs', 'data', {})).toContain('AWS_ACCESS_KEY_ID')
  expect(parseStorageUrl('http://docs', 'data', env)).toContain('must be s3://')
  expect(parseStorageUrl('s3://docs?endpoint=ftp://x', 'data', env)).toContain('endpoint')
})
