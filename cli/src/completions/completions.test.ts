import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recto } from '../testing/command.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recto-completions-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('bash completes commands, options and their values', async () => {
  const { stdout, code } = await recto(['completions', 'bash'], { cwd: folder })
  expect(code).toBe(0)
  writeFileSync(join(folder, 'recto.bash'), stdout)
  const complete = (...words: readonly string[]): string[] => {
    const line = ['recto', ...words].map((word) => `'${word}'`).join(' ')
    const script = `. ./recto.bash; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _recto; echo "\${COMPREPLY[*]}"`
    const { stdout: found } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8' })
    return found.trim().split(' ')
  }
  expect(complete('co')).toEqual(['convert', 'completions'])
  expect(complete('convert', '--skip')).toEqual(['--skip-existing'])
  expect(complete('convert', '--to', 'd')).toEqual(['docling'])
  expect(complete('keys', 'cr')).toEqual(['create'])
  expect(complete('help', 'ins')).toEqual(['inspect'])
})

test('fish and zsh complete the same words', async () => {
  const fish = await recto(['completions', 'fish'], { cwd: folder })
  expect(fish.stdout).toContain("'__fish_seen_subcommand_from convert' -l skip-existing\n")
  const lanes = "'__fish_seen_subcommand_from convert' -l lane -x -a 'fidelity fast'\n"
  expect(fish.stdout).toContain(lanes)
  const zsh = await recto(['completions', 'zsh'], { cwd: folder })
  expect(zsh.stdout).toMatch(/^#compdef recto\n/)
  expect(zsh.stdout).toContain("'--lane:value:(fidelity fast)'")
})
