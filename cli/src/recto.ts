#!/usr/bin/env node
/** The command `recto`: runs on the machine's Node if it is recent enough, else on the one that the packages bring. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findNode } from '@recto/converter/node'

const node = findNode()
if (node === process.execPath) {
  await import('./main.ts')
} else if (node === undefined) {
  process.stderr.write(
    `recto: Node 24 or newer is needed; this is ${process.version}, and no other came with the packages.\n` +
      'Install one (https://nodejs.org), or install recto with its optional dependencies.\n',
  )
  process.exitCode = 1
} else {
  runOn(node)
}

/** Replaces this process if the system supports it; otherwise starts a child. */
function runOn(path: string): void {
  const main = fileURLToPath(import.meta.url).replace(/recto(\.[jt]s)$/, 'main$1')
  const words = [main, ...process.argv.slice(2)]
  process.execve?.(path, [path, ...words], process.env)
  const child = spawn(path, words, { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  // A terminal sends the signal to the child, too.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
