/**
 * Fits the weights of the labels of lines: `npm run train:lines -- OUT [MADE…]`.
 *
 * MADE are folders of pages that we made (`npm run train:pages`). OUT gets the rows, and the weights of each fold; those that have seen
 * everything become `models/lines.json`. Needs Debian's python3-xgboost and the corpora in `../shared`.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'

const [out, ...made] = process.argv.slice(2)
if (out === undefined) {
  process.stderr.write('Usage: npm run train:lines -- OUT [MADE…]\n')
  process.exit(2)
}
const here = import.meta.dirname
const models = join(here, '..', '..', 'models', 'lines.json')
run(process.execPath, [join(here, 'export.ts'), out, ...made])
run('/usr/bin/python3', [join(here, 'fit.py'), out, out])
copyFileSync(join(out, 'all.json'), models)

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'inherit' })
}
