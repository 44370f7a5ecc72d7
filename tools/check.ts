/** Runs all checks of a change: format, lint, boundaries, types, tests. `--without-tests` skips the tests. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { 'without-tests': { type: 'boolean', default: false } } })

const root = join(import.meta.dirname, '..')
const steps: readonly { readonly name: string; readonly command: readonly string[] }[] = [
  { name: 'format and lint', command: ['biome', 'ci', '.'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'types of the page', command: ['tsc', '--noEmit', '-p', 'web'] },
  ...(values['without-tests'] ? [] : [{ name: 'tests', command: ['vitest', 'run'] }]),
]

for (const { name, command } of steps) {
  const [program = '', ...args] = command
  process.stderr.write(`check: ${name} …\n`)
  const path = join(root, 'node_modules', '.bin', program)
  const { status } = spawnSync(path, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`check: ${name} failed (${command.join(' ')}).\n`)
    process.exit(1)
  }
}
process.stderr.write('check: all passed.\n')
