/** Maps fence languages to the values of `code_language` and back (document-model.md §4). */

const names =
  'Ada Awk Bash bc C C# C++ CMake COBOL CSS Ceylon Clojure Crystal Cuda Cython D Dart dc Dockerfile DocLang Elixir Erlang FORTRAN Forth Go HTML Haskell Haxe Java JavaScript JSON Julia Kotlin Latex Lisp Lua Matlab MoonScript Nim OCaml ObjectiveC Octave PHP Pascal Perl Prolog Python Racket Ruby Rust SML SQL Scala Scheme Swift Tikz TypeScript VisualBasic XML YAML'.split(
    ' ',
  )

/** Fence words other than the lower-cased name. */
const aliases: Readonly<Record<string, string>> = {
  cpp: 'C++',
  csharp: 'C#',
  sh: 'Bash',
  shell: 'Bash',
  js: 'JavaScript',
  ts: 'TypeScript',
  py: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  yml: 'YAML',
  objectivec: 'ObjectiveC',
}

const byFence = new Map([
  ...names.map((name): [string, string] => [name.toLowerCase(), name]),
  ...Object.entries(aliases),
])

/** @returns `unknown` for a language without a value in the enumeration. */
export function toCodeLanguage(fence: string | undefined): string {
  return byFence.get(fence ?? '') ?? 'unknown'
}
