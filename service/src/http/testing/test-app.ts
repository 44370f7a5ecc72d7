/** The app for tests: it converts in the test's process, and each answer is checked against the OpenAPI document. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConversionFailure, type Pool, type Result, type Task } from '@recto/converter'
import {
  ConversionError,
  convertToTexts,
  countPages,
  type Document,
  defaultLimits,
  parsePageRanges,
  writeChunks,
} from '@recto/engine'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import { loadConfig } from '../../config/index.ts'
import { createRateLimiter } from '../../limits/index.ts'
import { createApp } from '../app.ts'
import type { Context } from '../context.ts'
import { ownAddressOf } from '../own-address.ts'

export interface TestApp {
  readonly app: FastifyInstance
  /** The lines of the app's log. */
  readonly log: readonly string[]
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
  /** Lists the files left behind by uploads and results. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export interface TestOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly context?: Partial<Context>
}

export async function openTestApp({ env = {}, context }: TestOptions = {}): Promise<TestApp> {
  const config = loadConfig({ RECTO_ANONYMOUS_RATE: '1000000', ...env })
  const folder = await mkdtemp(join(tmpdir(), 'recto-http-test-'))
  const log: string[] = []
  const app = await createApp(
    {
      config,
      address: ownAddressOf(config.publicUrl ?? 'http://localhost', config.upgradeUrl),
      converter: inProcess,
      findCaller: async () => undefined,
      anonymousLimiter: createRateLimiter(config.anonymousRate),
      folder,
      metrics: undefined,
      isStopping: () => false,
      ...context,
    },
    pino({ level: 'debug' }, { write: (line) => log.push(line) }),
  )
  const check = createChecker((await app.inject('/openapi.json')).json())
  return {
    app,
    log,
    inject: async (options) => {
      const response = await app.inject(options)
      check(options, response)
      return response
    },
    leftovers: () => readdir(folder),
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Converts without a child. */
export const inProcess: Pick<Pool, 'convert' | 'stats'> = {
  stats: () => ({ size: 1, alive: 1, busy: 0, waiting: 0 }),
  convert: async (task) => {
    const { inputPath, outputs, mediaType, filename, profile, isCount } = task
    if (isCount) return await count(task)
    if (task.isDocument) return await writeChunksOf(task)
    const options = { mediaType, filename, profile, outputs: ['markdown'] } as const
    try {
      const {
        texts,
        document: _,
        images: _images,
        ...rest
      } = await convertToTexts(await readFile(inputPath), options)
      await writeFile(outputs.markdown ?? '', texts.markdown)
      return { ...rest, bytes: {} }
    } catch (error) {
      if (error instanceof ConversionError) throw new ConversionFailure(error.code, error.message)
      throw error
    }
  },
}

async function writeChunksOf({ inputPath, outputs, chunkSize }: Task): Promise<Result> {
  // Sound: the tests' jobs store this type.
  const document = JSON.parse(gunzipSync(await readFile(inputPath)).toString()) as Document
  const options = { limits: defaultLimits, ...(chunkSize !== undefined && { size: chunkSize }) }
  await writeFile(outputs.chunks ?? '', writeChunks(document, options))
  return { format: 'text', pages: 0, warnings: [], bytes: {} }
}

async function count({ inputPath, mediaType, pages, ...rest }: Task): Promise<Result> {
  const options = {
    mediaType,
    ...rest,
    pages: pages === undefined ? pages : parsePageRanges(pages),
  }
  const counted = await countPages(await readFile(inputPath), options).catch((error: unknown) => {
    if (!(error instanceof ConversionError)) throw error
    throw new ConversionFailure(error.code, error.message)
  })
  return { ...counted, warnings: [], bytes: {} }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: object
}
interface Described {
  readonly responses: Readonly<Record<string, { content: Readonly<Record<string, object>> }>>
}

/** Checks an answer against the documented schema of its route and status; without a route, it must be a problem. */
function createChecker(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'api')
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return ({ method = 'GET', url = '' }: InjectOptions, response: LightMyRequestResponse): void => {
    const path = String(url).split('?')[0] ?? ''
    const status = response.statusCode
    const type = String(response.headers['content-type'] ?? '').split(';')[0] ?? ''
    expect(response.headers['x-request-id']).toMatch(/^[\w.:-]+$/)
    if (status >= 400) expect(type).toBe('application/problem+json')
    if (response.body === '' || /^(?:text|image)\/|zip$|ndjson$/.test(type)) return
    const template = templates.find(({ pattern }) => pattern.test(path))?.template ?? path
    const { responses } = document.paths[template]?.[method.toLowerCase()] ?? {}
    const pointer = responses
      ? ['paths', template, method.toLowerCase(), 'responses', status, 'content', type, 'schema']
      : status >= 400
        ? ['components', 'schemas', 'Problem']
        : undefined
    if (!pointer) return
    const validate = ajv.getSchema(`api#/${pointer.map(escapePointer).join('/')}`)
    expect(validate, `${method} ${path} may answer ${status} ${type}`).toBeDefined()
    expect(validate?.(response.json()), JSON.stringify(validate?.errors)).toBe(true)
  }
}

function escapePointer(part: string | number): string {
  return encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
}
