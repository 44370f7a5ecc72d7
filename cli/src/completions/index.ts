/** `recto completions SHELL`: prints a script for the shell's completion. */
import type { Command } from '../command.ts'
import { suggest } from '../suggest.ts'
import { UsageError } from '../usage.ts'
import { type Completed, findCompleted } from './completed.ts'

const usage = `recto completions: completion of the command's words in a shell

Usage: recto completions bash|zsh|fish

  bash    recto completions bash > ~/.local/share/bash-completion/completions/recto
  zsh     recto completions zsh > "\${fpath[1]}/_recto"
  fish    recto completions fish > ~/.config/fish/completions/recto.fish
`

const writers: Readonly<Record<string, (commands: readonly Completed[]) => string>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
}

/** @throws {UsageError} */
export async function runCompletions(
  [shell = '--help', ...more]: readonly string[],
  commands: Readonly<Record<string, Command>>,
): Promise<number> {
  if (shell === '--help' || shell === '-h') {
    process.stdout.write(usage)
    return 0
  }
  const write = writers[shell]
  if (!write || more.length > 0) {
    const sentence = `There are completions for ${Object.keys(writers).join(', ')}.`
    throw new UsageError(sentence + suggest(shell, Object.keys(writers)), 'Name one shell.')
  }
  process.stdout.write(write(await findCompleted(commands)))
  return 0
}

function writeBash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ long, values: words }) =>
      words.length === 0 ? [] : [`    "${name} --${long}") words="${words.join(' ')}" ;;`],
    ),
  )
  const cases = commands.map(({ name, verbs, options }) => {
    const all = [...verbs, ...options.map(({ long }) => `--${long}`)]
    return `      ${name}) words="${all.join(' ')}" ;;`
  })
  return `# bash completion of recto
_recto() {
  local word=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} words=
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
  *)
    if [ "$COMP_CWORD" = 1 ]; then words="${names} help --help --version"; else case $command in
${cases.join('\n')}
      help) words="${names}" ;;
    esac; fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _recto recto
`
}

function writeZsh(commands: readonly Completed[]): string {
  const names = commands.map(({ name, about }) => `    '${name}:${quoted(about)}'`)
  const cases = commands.map(({ name, verbs, options }) => {
    const words = options.map(({ long, short, isFlag, values }) => {
      const value = isFlag
        ? ''
        : values.length === 0
          ? ':value:_files'
          : `:value:(${values.join(' ')})`
      const both =
        short === undefined ? `--${long}` : `(-${short} --${long})'{-${short},--${long}}'`
      return `'${both}${value}'`
    })
    const rest = verbs.length === 0 ? "'*:file:_files'" : `'1:verb:(${verbs.join(' ')})'`
    return `    ${name}) _arguments ${[...words, rest].join(' ')} ;;`
  })
  return `#compdef recto
_recto() {
  local -a commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
${cases.join('\n')}
    help) _describe command commands ;;
  esac
}
if [ "$funcstack[1]" = _recto ]; then _recto "$@"; else compdef _recto recto; fi
`
}

function writeFish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, about, verbs, options }) => {
    const within = `complete -c recto -n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c recto -n __fish_use_subcommand -f -a ${name} -d '${quoted(about)}'`,
      ...(verbs.length === 0 ? [] : [`${within} -f -a '${verbs.join(' ')}'`]),
      ...options.map(({ long, short, isFlag, values }) => {
        const letter = short === undefined ? '' : ` -s ${short}`
        const value = isFlag ? '' : values.length === 0 ? ' -r' : ` -x -a '${values.join(' ')}'`
        return `${within} -l ${long}${letter}${value}`
      }),
    ]
  })
  return `# fish completion of recto\n${lines.join('\n')}\n`
}

function quoted(text: string): string {
  return text.replaceAll("'", '')
}
