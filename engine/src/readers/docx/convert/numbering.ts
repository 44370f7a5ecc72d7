/** Numbering definitions → the number that each paragraph in turn has. ECMA-376 Part 1, 17.9. */
import type { Marker } from '../../../model/index.ts'
import type {
  Indent,
  NumberingDefinitions,
  NumberingLevel,
  NumberingReference,
} from '../parse/index.ts'
import { writeNumber } from './number-formats.ts'
import type { ResolvedStyle, Styles } from './styles.ts'

/** How one paragraph is numbered. */
export interface Numbered {
  /** `undefined` when nothing is printed. */
  readonly marker: Marker | undefined
  /** As printed, of bullets nothing. */
  readonly text: string
  /** Nothing between the number and what follows. */
  readonly isTight: boolean
  readonly level: number
  /** Paragraphs of one family count together. */
  readonly family: string
  readonly indent: Indent
}

export interface Numbering {
  readonly definitions: NumberingDefinitions
  readonly styles: Styles
  /** Numbers so far by family, one for each level. */
  readonly counters: Map<string, (number | undefined)[]>
  /** Levels of instances whose own start has been used. */
  readonly started: Set<string>
}

export function createNumbering(definitions: NumberingDefinitions, styles: Styles): Numbering {
  return { definitions, styles, counters: new Map(), started: new Set() }
}

/**
 * Numbers the next paragraph, and counts.
 *
 * @param own What the paragraph itself says; what it does not say its style does.
 * @returns `undefined` for a paragraph that has no number.
 */
export function nextNumber(
  own: NumberingReference | undefined,
  style: ResolvedStyle,
  numbering: Numbering,
): Numbered | undefined {
  const numId = own?.numId ?? style.numbering?.numId
  // 17.9.18: 0 takes numbering off.
  const instance = numId === undefined ? undefined : numbering.definitions.instances.get(numId)
  if (numId === undefined || numId === '0' || !instance) return undefined
  const levels = findLevels(instance.abstractId, numbering)
  const level = own?.level ?? findStyleLevel(levels, style)
  const definition = instance.overrides.get(level)?.level ?? levels.get(level)
  if (!definition) return undefined
  const place: Place = { numId, instance, levels, level, definition }
  const counters = count(place, numbering)
  const text = printNumber(place, counters)
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

interface Place {
  readonly numId: string
  readonly instance: Instance
  readonly levels: Levels
  readonly level: number
  readonly definition: NumberingLevel
}

/** Numbering styles that may lead to each other before we take it for a cycle. */
const MAX_LINKS = 8

/** 17.9.21: the levels may be those that a numbering style stands for. */
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

/** 17.9.23: the level that names the style; else the one that the style names. */
function findStyleLevel(levels: Levels, style: ResolvedStyle): number {
  const [own] = style.ids
  for (const [level, { paragraphStyle }] of levels) {
    if (own !== undefined && paragraphStyle === own) return level
  }
  return style.numbering?.level ?? 0
}

/** Counts a paragraph. @returns The numbers of its level and of those above. */
function count(place: Place, { counters, started }: Numbering): readonly number[] {
  const { numId, instance, level } = place
  const family = counters.get(instance.abstractId) ?? []
  counters.set(instance.abstractId, family)
  const own = `${numId}:${level}`
  const isOwnStart = instance.overrides.get(level)?.start !== undefined && !started.has(own)
  started.add(own)
  const before = family[level]
  family[level] = before === undefined || isOwnStart ? startOf(place, level) : before + 1
  restartInner(place, family)
  // A level that was skipped counts as used: Word numbers the next paragraph of it on from there.
  for (let outer = 0; outer < level; outer += 1) family[outer] ??= startOf(place, outer)
  return family.slice(0, level + 1).map((value) => value ?? 0)
}

/** 17.9.26: an instance may start elsewhere than its definition. */
function startOf({ instance, levels }: Place, level: number): number {
  const override = instance.overrides.get(level)
  return override?.start ?? override?.level?.start ?? levels.get(level)?.start ?? 0
}

/** 17.9.10: inner levels restart, all of them or those that say so. */
function restartInner({ instance, levels, level }: Place, family: (number | undefined)[]): void {
  for (let inner = level + 1; inner < family.length; inner += 1) {
    const definition = instance.overrides.get(inner)?.level ?? levels.get(inner)
    if (level < (definition?.restart ?? inner)) family[inner] = undefined
  }
}

/** 17.9.11: `%1` stands for the number of the first level, in its own format. */
function printNumber(place: Place, counters: readonly number[]): string {
  const { instance, levels, definition } = place
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
  // A bullet that is a word ("Note:") is one.
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
