/** Reads words for training pages: splits Markdown files into headings, paragraphs, items, tables and code. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The material of one document. */
export interface Material {
  readonly source: string
  readonly corpus: string
  readonly headings: readonly string[]
  readonly paragraphs: readonly string[]
  readonly items: readonly string[]
  readonly tables: readonly (readonly (readonly string[])[])[]
  readonly code: readonly (readonly string[])[]
}

type Growing = {
  -readonly [Key in keyof Material]: Material[Key] extends readonly (infer Item)[]
    ? Item[]
    : Material[Key]
}

/** Reads every Markdown file of the folders; a missing folder is skipped. */
export function readMaterials(folders: readonly { corpus: string; path: string }[]): Material[] {
  return folders.flatMap(({ corpus, path }) =>
    markdownFiles(path).map((file) => readMaterial(readFileSync(file, 'utf8'), corpus, file)),
  )
}

function markdownFiles(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    // Users do not have the corpora; the built-in words replace them.
    return []
  }
}

/** Splits one Markdown text. Approximate on purpose: only words and cells of tables are needed. */
function readMaterial(markdown: string, corpus: string, file: string): Material {
  const found: Growing = {
    source: basename(file, '.md'),
    corpus,
    headings: [],
    paragraphs: [],
    items: [],
    tables: [],
    code: [],
  }
  for (const chunk of chunksOf(markdown)) addChunk(found, chunk)
  return found
}

/** Splits text at blank lines; fences stay whole. */
function chunksOf(markdown: string): string[] {
  const chunks: string[] = []
  let open: string[] = []
  let fence = ''
  const close = (): void => {
    if (open.length > 0) chunks.push(open.join('\n'))
    open = []
  }
  for (const line of markdown.replaceAll('\r\n', '\n').split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1] ?? ''
    if (fence !== '') {
      open.push(line)
      if (mark === fence) {
        fence = ''
        close()
      }
    } else if (mark !== '') {
      close()
      fence = mark
      open.push(line)
    } else if (line.trim() === '') close()
    else open.push(line)
  }
  close()
  return chunks
}

function addChunk(found: Growing, chunk: string): void {
  if (/^\s*(```|~~~)/.test(chunk)) addCode(found, chunk)
  else if (/^\s*\|/.test(chunk)) addTable(found, chunk)
  else if (!/^\s*(<|\$\$|\[\^|!\[)/.test(chunk)) addProse(found, chunk)
}

function addProse(found: Growing, chunk: string): void {
  for (const part of chunk.split(/\n(?=\s*(?:[-*+]|\d+[.)])\s)|(?<=^#{1,6} .*)\n/m)) {
    const heading = /^#{1,6}\s+(.*)$/s.exec(part)?.[1]
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/s.exec(part)?.[1]
    const text = plain(heading ?? item ?? part)
    if (!isUsable(text)) continue
    if (heading !== undefined) {
      if (text.length < 90) found.headings.push(text.replace(/^[\d.]+\s+/, ''))
    } else if (item !== undefined) found.items.push(text)
    else if (text.length > 60) found.paragraphs.push(text)
  }
}

function addCode(found: Growing, chunk: string): void {
  const lines = chunk.split('\n').slice(1, -1)
  const usable = lines.filter((line) => line.length < 110 && isLatin(line)).slice(0, 24)
  if (usable.length > 0 && usable.join('').length > 10) found.code.push(usable)
}

function addTable(found: Growing, chunk: string): void {
  const rows = chunk
    .split('\n')
    .filter((line) => line.includes('|') && !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => plain(cell)),
    )
  const columns = rows[0]?.length ?? 0
  const even = rows.filter((row) => row.length === columns)
  if (columns < 2 || columns > 9 || even.length < 2) return
  if (even.flat().some((cell) => cell.length > 260 || !isLatin(cell))) return
  found.tables.push(even.slice(0, 24))
}

/** Removes the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\([^)]*\)(\{[^}]*\})?/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\^[^\]]*\]/g, '')
    .replace(/\$+[^$]*\$+/g, 'x')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[*_]{1,3}(\S(?:[^*_]*\S)?)[*_]{1,3}/g, '$1')
    .replace(/`+([^`]*)`+/g, '$1')
    .replace(/\{[#.][^}]*\}/g, '')
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/&[a-z]+;/g, ' ')
    .replace(/\\[a-zA-Z]+/g, ' ')
    .replace(/^[>\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Fonts of the page engines cover Latin only; other scripts would be printed as boxes. */
const isLatin = (text: string): boolean =>
  /^[\p{Script=Latin}\d\s!-~\u00a0-\u00bf\u2010-\u2027\u2030-\u203a\u20ac\u2122]*$/u.test(text)

const isUsable = (text: string): boolean =>
  text.length > 2 &&
  /\p{L}{2}/u.test(text) &&
  isLatin(text) &&
  !/[{}|~^]|\.\.\.\.|^[>#]|\\/.test(text)
