/** Computes the numbers of paragraphs from numbering definitions. ECMA-376 Part 1, 17.9. */
import type { Marker } from '../../../model/index.ts'
import type {
  Indent,
  NumberingDefinitions,
  NumberingLevel,
  NumberingReference,
} from '../parse/index.ts'
import { writeNumber } from './number-formats.ts'
import type { ResolvedStyle, Styles } from './styles.ts'

/** The number of one paragraph. */
export interface Numbered {
  /** `undefined` if Word prints no marker. */
  readonly marker: Marker | undefined
  /** The printed number; empty for bullets. */
  readonly text: string
  /** True if no space or tab separates the number from the text. */
  readonly isTight: boolean
  readonly level: number
  /** Paragraphs of one family share counters. */
  readonly family: string
  readonly indent: Indent
}

export interface Numbering {
  readonly definitions: NumberingDefinitions
  readonly styles: Styles
  /** Last numbers by family, one for each level. */
  readonly counters: Map<string, (number | undefined)[]>
  /** Levels of instances whose start override has been used. */
  readonly started: Set<string>
}

export function createNumbering(definitions: NumberingDefinitions, styles: Styles): Numbering {
  return { definitions, styles, counters: new Map(), started: new Set() }
}

/**
 * Numbers the next paragraph and advances the counters.
 *
 * @param own Numbering properties of the paragraph; the style supplies missing ones.
 * @returns `undefined` for an unnumbered paragraph.
 */
export function nextNumber(
  own: NumberingReference | undefined,
  style: ResolvedStyle,
  numbering: Numbering,
): Numbered | undefined {
  const numId = own?.numId ?? style.numbering?.numId
  // 17.9.18: numId 0 removes numbering.
  const instance = numId === undefined ? undefined : numbering.definitions.instances.get(numId)
  if (numId === undefined || numId === '0' || !instance) return undefined
  const levels = findLevels(instance.abstractId, numbering)
  const level = own?.level ?? findStyleLevel(levels, style)
  const definition = instance.overrides.get(level)?.level ?? levels.get(level)
  if (!definition) return undefined
  const position: NumberedLevel = { numId, instance, levels, level, definition }
  const counters = count(position, numbering)
  const text = printNumber(position, counters)
  return {
    marker: toMarker(definition, text, counters),
    text: definition.format === 'bullet' ? '' : text,
    isTight: definition.isTight,
    level,
    family: instance.abstractId,
    indent: definition.indent,
  }
}

type Levels = ReadonlyMap<number, NumberingLevel>
type Instance = NonNullable<ReturnType<NumberingDefinitions['instances']['get']>>

interface NumberedLevel {
  readonly numId: string
  readonly instance: Instance
  readonly levels: Levels
  readonly level: number
  readonly definition: NumberingLevel
}

/** Numbering styles may refer to each other; a longer chain is treated as a cycle. */
const MAX_LINKS = 8

/** 17.9.21: follows the link from a definition to the numbering style that holds its levels. */
function findLevels(abstractId: string, { definitions, styles }: Numbering): Levels {
  let abstract = definitions.abstracts.get(abstractId)
  for (let links = 0; abstract?.styleLink && abstract.levels.size === 0; links += 1) {
    const style = styles.find(abstract.styleLink)
    const linked = definitions.instances.get(style?.numbering?.numId ?? '')
    const next = definitions.abstracts.get(linked?.abstractId ?? '')
    if (!next || links >= MAX_LINKS) break
    abstract = next
  }
  return abstract?.levels ?? noLevels
}

const noLevels: Levels = new Map()

/** 17.9.23: returns the level that names the style, else the level that the style names. */
function findStyleLevel(levels: Levels, style: ResolvedStyle): number {
  const [own] = style.ids
  for (const [level, { paragraphStyle }] of levels) {
    if (own !== undefined && paragraphStyle === own) return level
  }
  return style.numbering?.level ?? 0
}

/** Advances the counters for a paragraph. @returns The numbers of its level and the levels above. */
function count(position: NumberedLevel, { counters, started }: Numbering): readonly number[] {
  const { numId, instance, level } = position
  const family = counters.get(instance.abstractId) ?? []
  counters.set(instance.abstractId, family)
  const own = `${numId}:${level}`
  const isOwnStart = instance.overrides.get(level)?.start !== undefined && !started.has(own)
  started.add(own)
  const before = family[level]
  family[level] = before === undefined || isOwnStart ? startOf(position, level) : before + 1
  restartInner(position, family)
  // A skipped level counts as used: Word continues from it at the next paragraph of that level.
  for (let outer = 0; outer < level; outer += 1) family[outer] ??= startOf(position, outer)
  return family.slice(0, level + 1).map((value) => value ?? 0)
}

/** 17.9.26: returns the start value; an instance may override that of its definition. */
function startOf({ instance, levels }: NumberedLevel, level: number): number {
  const override = instance.overrides.get(level)
  return override?.start ?? override?.level?.start ?? levels.get(level)?.start ?? 0
}

/** 17.9.10: restarts inner levels, subject to each level's restart setting. */
function restartInner(
  { instance, levels, level }: NumberedLevel,
  family: (number | undefined)[],
): void {
  for (let inner = level + 1; inner < family.length; inner += 1) {
    const definition = instance.overrides.get(inner)?.level ?? levels.get(inner)
    if (level < (definition?.restart ?? inner)) family[inner] = undefined
  }
}

/** 17.9.11: replaces `%1` by the number of the first level, in that level's format. */
function printNumber(position: NumberedLevel, counters: readonly number[]): string {
  const { instance, levels, definition } = position
  return definition.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1
      const value = counters[index]
      if (value === undefined) return ''
      const level = instance.overrides.get(index)?.level ?? levels.get(index)
      const format = level?.format ?? 'decimal'
      return writeNumber(value, definition.isLegal && format !== 'none' ? 'decimal' : format)
    })
    .trim()
}

function toMarker(
  { format, text, isLegal }: NumberingLevel,
  printed: string,
  counters: readonly number[],
): Marker | undefined {
  // A bullet that contains a word ("Note:") becomes a label.
  if (format === 'bullet') return /\p{L}{2}/u.test(printed) ? label(printed) : { type: 'bullet' }
  if (printed === '') return undefined
  const [, digit, delimiter = ''] = /^%([1-9])([.)]?)$/.exec(text.trim()) ?? []
  const value = counters[Number(digit) - 1]
  const isPlain = value !== undefined && printed === `${value}${delimiter}`
  if (!isPlain || !(format === 'decimal' || isLegal)) return label(printed)
  return { type: 'number', value, delimiter: delimiter === ')' ? ')' : '.' }
}

function label(text: string): Marker {
  return { type: 'label', text }
}
