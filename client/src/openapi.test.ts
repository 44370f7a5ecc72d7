/** Tests that the types of the API match its OpenAPI document; `UPDATE=1 npm test` rewrites them. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openQueueApp, type QueueApp } from '../../service/src/http/testing/queue-app.ts'

const path = join(import.meta.dirname, 'openapi.ts')
const names = [
  'JobResponse',
  'JobSubmitResponse',
  'JobResponsePage',
  'MeResponse',
  'SyncConvertResponse',
]
let queue: QueueApp

beforeAll(async () => {
  queue = await openQueueApp('pglite')
})
afterAll(() => queue.close())

test("the client's types match /openapi.json", async () => {
  const document = (await queue.inject({ method: 'GET', url: '/openapi.json' })).json()
  const types = await typesOf(document.components.schemas)
  if (process.env['UPDATE']) await writeFile(path, types)
  expect(await readFile(path, 'utf8')).toBe(types)
})

async function typesOf(schemas: Readonly<Record<string, unknown>>): Promise<string> {
  const defs = JSON.parse(
    JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/'),
  )
  const root = {
    type: 'object' as const,
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }])),
    required: names,
    additionalProperties: false,
    definitions: defs,
  }
  const types = await compile(root, 'Api', {
    bannerComment:
      '/** The objects of the HTTP API, written by openapi.test.ts from the OpenAPI document: not to be edited. */',
    additionalProperties: false,
    style: { semi: false, singleQuote: true, printWidth: 100 },
  })
  return types.replace(/\bDefinitions(?=[A-Z])/g, '')
}
