import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { convertOptions, convertUsage } from './convert/options.ts'

const man = readFileSync(join(import.meta.dirname, '../man/recto.1'), 'utf8').replaceAll('\\-', '-')

test('usage and man page list every option, and the man page lists every command', () => {
  for (const name of Object.keys(convertOptions)) {
    expect(convertUsage).toContain(`--${name}`)
    expect(man).toContain(`--${name}`)
  }
  for (const name of Object.keys(commands)) expect(man).toMatch(new RegExp(`\\b${name}\\b`))
})
