/** Parses the numbering part. ECMA-376 Part 1, 17.9. */
import {
  childrenNamed,
  chooseAlternate,
  findChild,
  readInteger,
  type XmlElement,
} from '../../ooxml/index.ts'
import { clampLevel, readIndent } from './properties.ts'
import type {
  AbstractNumbering,
  LevelOverride,
  NumberingDefinitions,
  NumberingInstance,
  NumberingLevel,
} from './types.ts'
import { findInteger, findValue, hasOn } from './values.ts'

/** @param root `w:numbering`; `undefined` if the file has no numbering part. */
export function readNumberingDefinitions(root: XmlElement | undefined): NumberingDefinitions {
  return {
    abstracts: new Map(
      childrenNamed(root, 'w:abstractNum').map((element) => [
        element.attributes['w:abstractNumId'] ?? '',
        readAbstract(element),
      ]),
    ),
    instances: new Map(
      childrenNamed(root, 'w:num').map((element) => [
        element.attributes['w:numId'] ?? '',
        readInstance(element),
      ]),
    ),
  }
}

function readAbstract(element: XmlElement): AbstractNumbering {
  const styleLink = findValue(element, 'w:numStyleLink')
  return {
    levels: new Map(
      childrenNamed(element, 'w:lvl').map((level) => [levelOf(level), readLevel(level)]),
    ),
    ...(styleLink !== undefined && { styleLink }),
  }
}

function readInstance(element: XmlElement): NumberingInstance {
  return {
    abstractId: findValue(element, 'w:abstractNumId') ?? '',
    overrides: new Map(
      childrenNamed(element, 'w:lvlOverride').map((override) => [
        levelOf(override),
        readOverride(override),
      ]),
    ),
  }
}

function levelOf({ attributes }: XmlElement): number {
  return clampLevel(readInteger(attributes['w:ilvl']) ?? 0)
}

function readOverride(element: XmlElement): LevelOverride {
  const start = findInteger(element, 'w:startOverride')
  const level = findChild(element, 'w:lvl')
  return {
    ...(start !== undefined && { start }),
    ...(level && { level: readLevel(level) }),
  }
}

/**
 * The longest level text that is read, in characters. Word's limit is much lower; a hostile text would repeat for every
 * item.
 */
const MAX_TEXT = 1_000

function readLevel(element: XmlElement): NumberingLevel {
  const restart = findInteger(element, 'w:lvlRestart')
  const paragraphStyle = findValue(element, 'w:pStyle')
  return {
    format: readFormat(element),
    text: (findValue(element, 'w:lvlText') ?? '').slice(0, MAX_TEXT),
    // 17.9.25: without the element numbers start at zero.
    start: findInteger(element, 'w:start') ?? 0,
    ...(restart !== undefined && { restart }),
    ...(paragraphStyle !== undefined && { paragraphStyle }),
    isLegal: hasOn(element, 'w:isLgl'),
    isTight: findValue(element, 'w:suff') === 'nothing',
    indent: readIndent(findChild(findChild(element, 'w:pPr'), 'w:ind')) ?? {},
  }
}

/** Custom formats (`001, 002, …`, 17.9.17) are choices, with a usual format as fallback for older programs. */
const understood: ReadonlySet<string> = new Set(['w14'])

/** @returns The name of the format; for a custom one its pattern: `001, 002, 003, ...`. */
function readFormat(level: XmlElement): string {
  const alternate = findChild(level, 'mc:AlternateContent')
  const format = alternate
    ? chooseAlternate(alternate, understood).find(({ name }) => name === 'w:numFmt')
    : findChild(level, 'w:numFmt')
  const { 'w:val': name = 'decimal', 'w:format': example } = format?.attributes ?? {}
  return name === 'custom' ? (example ?? 'decimal') : name
}
