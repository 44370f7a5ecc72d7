import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, unknownVariables, variableNames } from './index.ts'

test('an empty environment gives the documented defaults; a variable set to nothing counts as not set', () => {
  const config = loadConfig({ PORT: '', RECTO_HOST: '' })
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    trustedProxies: 0,
    anonymousRate: 30,
    invalidKey: 'reject',
    syncTimeoutMs: 30_000,
    jobTimeoutMs: 120_000,
    hasMetrics: false,
    jobs: {
      maxFileBytes: 25 * 1024 * 1024,
      maxPages: 200,
      retentionMs: 7 * 24 * 60 * 60 * 1_000,
      webhookRetrySeconds: [30, 300],
      signatureHeader: 'X-Service-Signature',
    },
    database: { url: undefined, isPooledByTransaction: false, directUrl: undefined },
  })
  expect(config.converter.size).toBeGreaterThan(0)
})

test('converts values from their units', () => {
  const config = loadConfig({
    PORT: '0',
    RECTO_PUBLIC_URL: 'https://recto.example/',
    RECTO_SYNC_TIMEOUT_SECONDS: '2.5',
    RECTO_CONVERTER_MEMORY_MB: '512',
    RECTO_METRICS: 'on',
    RECTO_ASYNC_MAX_BYTES: String(50 * 1024 * 1024),
    RECTO_RESULT_RETENTION_SECONDS: '60',
    RECTO_SWEEP_SECONDS: '0.5',
    RECTO_JOB_TIMEOUT_SECONDS: '5',
    RECTO_SIGNATURE_HEADER: 'X-Other',
  })
  expect(config).toMatchObject({
    jobTimeoutMs: 5_000,
    jobs: {
      maxFileBytes: 50 * 1024 * 1024,
      retentionMs: 60_000,
      sweepMs: 500,
      signatureHeader: 'X-Other',
    },
    port: 0,
    publicUrl: 'https://recto.example',
    syncTimeoutMs: 2_500,
    converter: { maxRssBytes: 512 * 1024 * 1024 },
    hasMetrics: true,
  })
})

test('reports all errors at once', () => {
  const env = { PORT: '80a', RECTO_INVALID_KEY: 'maybe', RECTO_PUBLIC_URL: 'ftp://x' }
  expect(() => loadConfig(env)).toThrow(ConfigError)
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).toMatchObject({
      problems: [
        'PORT must be a whole number from 0 to 65535.',
        'RECTO_PUBLIC_URL must be an http or https address.',
        'RECTO_INVALID_KEY must be one of reject, anonymous.',
      ],
    })
  }
})

test.each([
  { name: 'PORT', value: '65536' },
  { name: 'PORT', value: '-1' },
  { name: 'RECTO_CONVERTERS', value: '0' },
  { name: 'RECTO_SYNC_TIMEOUT_SECONDS', value: '1e3' },
  { name: 'TRUST_PROXY', value: 'true' },
  { name: 'RECTO_ASYNC_MAX_BYTES', value: String(51 * 1024 * 1024) },
  { name: 'RECTO_WEBHOOK_RETRY_SECONDS', value: '30' },
  { name: 'RECTO_WEBHOOK_RETRY_SECONDS', value: '30,300,600' },
  { name: 'RECTO_WEBHOOK_ALLOW', value: 'http://a:1' },
  { name: 'RECTO_WEBHOOK_ALLOW', value: 'receiver' },
  { name: 'RECTO_STORAGE_URL', value: 's3://bucket' },
  { name: 'RECTO_SIGNATURE_HEADER', value: 'a b' },
  { name: 'RECTO_ROLE', value: 'both' },
])('rejects $name=$value', ({ name, value }) => {
  expect(() => loadConfig({ [name]: value })).toThrow(name)
})

describe('secrets in files', () => {
  let folder = ''
  const file = (name: string): string => join(folder, name)
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'recto-config-test-'))
    writeFileSync(file('url'), 'postgres://a:b@c/d\n')
    writeFileSync(file('key'), 'a secret of sixteen')
    writeFileSync(file('id'), 'AKIA\n')
    writeFileSync(file('empty'), '\n')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('are read for every variable', () => {
    const config = loadConfig({
      DATABASE_URL_FILE: file('url'),
      RECTO_SECRET_KEY_FILE: file('key'),
      RECTO_STORAGE_URL: 's3://bucket',
      AWS_ACCESS_KEY_ID_FILE: file('id'),
      AWS_SECRET_ACCESS_KEY_FILE: file('key'),
    })
    expect(config.database.url).toBe('postgres://a:b@c/d')
    expect(config.secretKeys.today).toBe('a secret of sixteen')
    expect(config.jobs.storeLocation).toMatchObject({ bucket: { accessKeyId: 'AKIA' } })
    expect(unknownVariables({ RECTO_SMTP_URL_FILE: 'x', RECTO_HOST_FILE: 'x' })).toEqual([
      'RECTO_HOST_FILE',
    ])
  })

  test('are reported with the other errors, without their contents', () => {
    const env = {
      PORT: 'x',
      RECTO_SECRET_KEY: 'a secret of sixteen',
      RECTO_SECRET_KEY_FILE: file('key'),
      RECTO_SMTP_URL_FILE: file('none'),
      STRIPE_SECRET_KEY_FILE: file('empty'),
      DATABASE_URL_FILE: file('id'),
    }
    expect(() => loadConfig(env)).toThrow(
      expect.objectContaining({
        problems: [
          'RECTO_SECRET_KEY and RECTO_SECRET_KEY_FILE must not both be set.',
          `RECTO_SMTP_URL_FILE names a file that cannot be read (ENOENT): ${file('none')}.`,
          `STRIPE_SECRET_KEY_FILE names an empty file: ${file('empty')}.`,
          'PORT must be a whole number from 0 to 65535.',
          'DATABASE_URL must be a postgres:// address.',
        ],
      }),
    )
  })
})

test.each([
  { name: 'RECTO_SECRET_KEY', env: { RECTO_ROLE: 'web' } },
  { name: 'RECTO_SECRET_KEY', env: { RECTO_ROLE: 'worker' } },
  { name: 'STRIPE_WEBHOOK_SECRET', env: { STRIPE_SECRET_KEY: 'x' } },
  { name: 'RECTO_PUBLIC_URL', env: { STRIPE_SECRET_KEY: 'x' } },
  { name: 'RECTO_PUBLIC_URL', env: { RECTO_SMTP_URL: 'smtp://mail.example' } },
  { name: 'RECTO_PUBLIC_URL', env: { RECTO_HOST: '0.0.0.0' } },
  { name: 'RECTO_PUBLIC_URL', env: { RECTO_HOST: 'recto.example' } },
])('requires $name with $env', ({ name, env }) => {
  expect(() => loadConfig(env)).toThrow(`${name} must be set`)
})

test.each([
  { RECTO_HOST: '127.0.0.2' },
  { RECTO_HOST: '::1' },
  { RECTO_HOST: 'localhost' },
  { RECTO_HOST: '::', RECTO_PUBLIC_URL: 'https://recto.example' },
  { RECTO_HOST: '::', RECTO_ROLE: 'worker', RECTO_SECRET_KEY: 'a secret of sixteen' },
])('accepts %o without further settings', (env) => {
  expect(loadConfig(env).host).toBe(env.RECTO_HOST)
})

test('parses lists', () => {
  const config = loadConfig({
    RECTO_WEBHOOK_ALLOW: 'Receiver:8080, 127.0.0.1:*,[::1]:9000',
    RECTO_WEBHOOK_RETRY_SECONDS: '0.5,1',
  })
  expect(config.jobs).toMatchObject({
    webhookAllow: ['receiver:8080', '127.0.0.1:*', '[::1]:9000'],
    webhookRetrySeconds: [0.5, 1],
  })
})

test('reports unknown variables with the prefix RECTO_', () => {
  expect(unknownVariables({ RECTO_HOTS: 'x', RECTO_HOST: 'x', HOME: '/' })).toEqual(['RECTO_HOTS'])
})

test('docs/configuration.md lists all variables, with their defaults unless these depend on the machine', () => {
  const rows = readFileSync(
    join(import.meta.dirname, '../../../docs/configuration.md'),
    'utf8',
  ).matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)?/gm)
  const documented = new Map([...rows].map(([, name = '', preset]) => [name, preset]))
  expect([...documented.keys()]).toEqual(variableNames)
  const defaults = [...documented].filter(([, preset]) => preset !== undefined)
  expect(loadConfig({})).toEqual(loadConfig(Object.fromEntries(defaults)))
})
