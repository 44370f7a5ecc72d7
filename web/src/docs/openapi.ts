/** Reads the operations of the service's OpenAPI document for the reference. */

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly default?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Described {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description?: string
        readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
      }
    >
  >
}

export interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface Field {
  readonly name: string
  readonly location: string
  readonly type: string
  readonly isRequired: boolean
  readonly about: string
}

export interface Operation {
  readonly id: string
  readonly tag: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly about: string
  /** A key is required, optional, or unused. */
  readonly auth: 'needed' | 'possible' | 'none'
  readonly inputs: readonly Field[]
  readonly answers: readonly {
    readonly status: string
    readonly about: string
    readonly types: string
  }[]
  /** Fields of the JSON of a successful answer. */
  readonly outputs: readonly Field[]
}

export function readOperations(api: OpenApi): readonly Operation[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, described]) => toOperation(api, path, method, described)),
  )
}

function toOperation(api: OpenApi, path: string, method: string, described: Described): Operation {
  const form = Object.values(described.requestBody?.content ?? {})[0]?.schema
  const parameters = (described.parameters ?? []).map((parameter) => toField(api, parameter))
  const success = Object.entries(described.responses).find(([status]) =>
    status.startsWith('2'),
  )?.[1]
  const json = success?.content?.['application/json']?.schema
  return {
    id: described.operationId ?? `${method}${path}`,
    tag: described.tags?.[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary: described.summary ?? path,
    about: described.description ?? '',
    auth: authOf(described),
    inputs: [...parameters, ...fieldsOf(api, form, 'form')],
    answers: Object.entries(described.responses).map(
      ([status, { description = '', content = {} }]) => ({
        status,
        about: description,
        types: Object.keys(content).join(', '),
      }),
    ),
    outputs: fieldsOf(api, json, 'json'),
  }
}

function authOf({ security }: Described): Operation['auth'] {
  if (security === undefined) return 'possible'
  return security.length === 0 ? 'none' : 'needed'
}

function toField(api: OpenApi, parameter: Parameter): Field {
  const { name, in: location, required = false, schema = {}, description } = parameter
  const about = description ?? schema.description ?? ''
  return { name, location, type: typeOf(api, schema), isRequired: required, about }
}

function fieldsOf(api: OpenApi, schema: Schema | undefined, location: string): readonly Field[] {
  const { properties = {}, required = [] } = resolve(api, schema ?? {})
  return Object.entries(properties).map(([name, each]) => ({
    name,
    location,
    type: typeOf(api, each),
    isRequired: required.includes(name),
    about: each.description ?? resolve(api, each).description ?? '',
  }))
}

function resolve(api: OpenApi, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (api.components.schemas[name] ?? {})
}

function typeOf(api: OpenApi, schema: Schema): string {
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) return name
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(api, each)).join(' | ')
  if (schema.items) return `${typeOf(api, schema.items)}[]`
  return [schema.type ?? 'any'].flat().join(' | ')
}
