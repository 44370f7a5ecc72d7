/** Resolves each style with the styles that it is based on. ECMA-376 Part 1, 17.7. */
import type {
  Indent,
  NumberingReference,
  RunProperties,
  Style,
  StyleSheet,
} from '../parse/index.ts'

/** The meaning of a paragraph style. */
type Role =
  | { readonly type: 'title' }
  | { readonly type: 'heading'; readonly level: number }
  /** An entry of a table of contents or of figures; levels count from 0. */
  | { readonly type: 'contents'; readonly level: number }
  | { readonly type: 'caption' | 'quote' | 'code' | 'list' | 'body' }

export interface ResolvedStyle {
  readonly role: Role
  readonly run: RunProperties
  readonly indent: Indent
  readonly numbering?: NumberingReference
  /** Ids of the style and of the styles that it is based on, the nearest first. */
  readonly ids: readonly string[]
  /** True if runs of the style are code. */
  readonly isCode: boolean
  readonly formatsFirstRow: boolean
}

export interface Styles {
  /** The default formatting of all runs. */
  readonly defaults: RunProperties
  /** The typeface of paragraphs without a style. */
  readonly defaultFont: string | undefined
  /** @param id `undefined` for paragraphs without a style. */
  ofParagraph(id: string | undefined): ResolvedStyle
  /** @returns `undefined` if no style has the id. */
  find(id: string | undefined): ResolvedStyle | undefined
}

export function createStyles(sheet: StyleSheet): Styles {
  const resolved = new Map<string, ResolvedStyle>()
  const get = (id: string): ResolvedStyle => {
    const style = resolved.get(id) ?? resolveStyle(id, sheet)
    resolved.set(id, style)
    return style
  }
  const find = (id: string | undefined): ResolvedStyle | undefined =>
    id === undefined ? undefined : get(id)
  const byDefault = find(sheet.defaultParagraphStyle) ?? resolveStyle('', sheet)
  return {
    defaults: sheet.defaults,
    defaultFont: byDefault.run.font ?? sheet.defaults.font,
    ofParagraph: (id) => find(id) ?? byDefault,
    find,
  }
}

/** The longest chain of base styles that is read: Word's have about ten; a longer chain is a cycle or hostile. */
const MAX_CHAIN = 50

function resolveStyle(id: string, { styles }: StyleSheet): ResolvedStyle {
  const chain: Style[] = []
  for (
    let style = styles.get(id);
    style && chain.length < MAX_CHAIN && !chain.includes(style);
    style = styles.get(style.basedOn ?? '')
  ) {
    chain.push(style)
  }
  const numbering = mergeNearest(chain.map(({ paragraph }) => paragraph.numbering ?? {}))
  return {
    role: findRole(chain) ?? missingRole(id, chain),
    run: mergeNearest(chain.map(({ run }) => run)),
    indent: mergeNearest(chain.map(({ paragraph }) => paragraph.indent ?? {})),
    ...(numbering.numId !== undefined && { numbering }),
    ids: chain.map((style) => style.id),
    isCode: chain.some(({ name }) => codeRun.test(name)),
    formatsFirstRow: chain.some((style) => style.formatsFirstRow),
  }
}

/** Merges the properties of a chain; the nearest style that sets a property wins. */
function mergeNearest<Properties extends object>(chain: readonly Properties[]): Properties {
  return Object.assign({}, ...chain.toReversed())
}

type NamedRole = Exclude<Role, { readonly level: number }>

/** Style names with a meaning. English is enough: built-in styles are stored in English by every language of Word. */
const roleNames: readonly { readonly pattern: RegExp; readonly type: NamedRole['type'] }[] = [
  { pattern: /^title$/i, type: 'title' },
  { pattern: /\bcaption$/i, type: 'caption' },
  { pattern: /^(intense )?quote$|^block ?(quote|text|quotation)$|^quotations?$/i, type: 'quote' },
  {
    pattern:
      /^(html preformatted|preformatted text|source code|code|code ?block|macro( text)?|verbatim)$/i,
    type: 'code',
  },
  { pattern: /^list\b/i, type: 'list' },
]

/** Character styles for code: those of HTML, pandoc and LibreOffice, and common names. */
const codeRun =
  /^(html (code|sample|keyboard|typewriter)|verbatim char|source text|(inline )?code( char)?)$/i

/** 17.3.1.20: outline level 9 is body text. */
const BODY_TEXT = 9

function findRole(chain: readonly Style[]): Role | undefined {
  for (const style of chain) {
    const role = ownRole(style)
    if (role) return role
  }
  return undefined
}

function ownRole({ name, paragraph }: Style): Role | undefined {
  const level = namedLevel(name)
  if (level !== undefined) return { type: 'heading', level }
  const contents = contentsLevel(name)
  if (contents !== undefined) return { type: 'contents', level: contents }
  // 17.3.1.20: outline levels make headings of styles in any language and with any name.
  const { outlineLevel } = paragraph
  const named = roleNames.find(({ pattern }) => pattern.test(name))?.type
  if (named === 'title') return { type: 'title' }
  if (outlineLevel !== undefined && outlineLevel >= 0 && outlineLevel < BODY_TEXT) {
    return { type: 'heading', level: outlineLevel + 1 }
  }
  if (named !== undefined) return { type: named }
  return outlineLevel === BODY_TEXT ? { type: 'body' } : undefined
}

function namedLevel(name: string): number | undefined {
  const level = /^heading ?([1-9])$/i.exec(name.trim())?.[1]
  return level === undefined ? undefined : Number(level)
}

/**
 * 17.16.5.68: entries have the styles TOC 1 to 9; entries in tables of figures or authorities have a separate style.
 */
function contentsLevel(name: string): number | undefined {
  if (/^table of (?:figures|authorities)$/i.test(name.trim())) return 0
  const level = /^toc ?([1-9])$/i.exec(name.trim())?.[1]
  return level === undefined ? undefined : Number(level) - 1
}

/** The role of a style that is used but not defined, from its id. */
function missingRole(id: string, chain: readonly Style[]): Role {
  if (chain.length > 0) return { type: 'body' }
  const level = namedLevel(id)
  if (level !== undefined) return { type: 'heading', level }
  return /^title$/i.test(id) ? { type: 'title' } : { type: 'body' }
}

/**
 * Returns the level of a heading, from its style or its own outline level.
 *
 * @returns `undefined` if it is not a heading.
 */
export function headingLevel(role: Role, outlineLevel: number | undefined): number | undefined {
  if (role.type === 'heading') return role.level
  if (role.type === 'title' || outlineLevel === undefined) return undefined
  return outlineLevel >= 0 && outlineLevel < BODY_TEXT ? outlineLevel + 1 : undefined
}
