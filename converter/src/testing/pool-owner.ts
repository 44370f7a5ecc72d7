/** A process for tests: starts children that hang, prints their ids, and waits to be killed. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './live-with-parent.ts'
import { createPool } from '../pool.ts'

const [folder = '.'] = process.argv.slice(2)
const inputPath = join(folder, 'input')
writeFileSync(inputPath, '')
const pids: number[] = []
const pool = createPool({
  size: 2,
  parentFolder: folder,
  script: join(import.meta.dirname, 'misbehaving-child.ts'),
  onEvent: (event) => {
    if (event.type === 'ready') pids.push(event.pid)
    if (pids.length < 2) return
    // One child notices the parent's end, the other does not.
    for (const mediaType of ['sleep', 'hang']) {
      const task = {
        inputPath,
        outputs: {},
        mediaType,
        filename: 'input',
        profile: 'fast',
      } as const
      pool.convert(task, { deadlineMs: 60_000 }).catch(() => {})
    }
    // Waits until the children hang.
    setTimeout(() => process.stdout.write(`${pids.join(' ')}\n`), 300)
  },
})
