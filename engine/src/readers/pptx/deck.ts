/** Reads the main part of a presentation: slides in order, slide size, shared styles and templates. */
import type { Warnings } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import {
  childrenNamed,
  findChild,
  findRelationships,
  type LevelStyles,
  type OfficePackage,
  type Relationships,
  readLength,
  readLevelStyles,
  type XmlElement,
} from '../ooxml/index.ts'
import { type Budget, createBudget } from './budget.ts'
import { createTemplate, type Template } from './placeholders.ts'

export interface Deck {
  readonly office: OfficePackage
  readonly warnings: Warnings
  readonly budget: Budget
  /** Points. */
  readonly size: { readonly width: number; readonly height: number }
  /** Part name of each slide in order; `undefined` for a missing part. */
  readonly slides: readonly (string | undefined)[]
  /** Text styles of shapes that are not placeholders. */
  readonly defaults: LevelStyles
  /** Placeholders that speaker notes inherit from. */
  readonly notesTemplate: Template
  /** Returns the placeholders that slides of a layout inherit from; cached. */
  readonly templateOf: (layout: string | undefined) => Promise<Template>
}

/** PowerPoint's default size of 10 by 7.5 inches, points. */
const DEFAULT_SIZE = { width: 720, height: 540 }

/** @throws {ConversionError} if the main part cannot be read. */
export async function readDeck(
  office: OfficePackage,
  warnings: Warnings,
  limits: Limits,
): Promise<Deck> {
  const root = await office.readXml(office.main)
  const relationships = await findRelationships(office, office.main, warnings)
  const defaults = readLevelStyles(findChild(root, 'p:defaultTextStyle'))
  const notesMaster = await office.findXml(relationships.findPart('notesMaster'), warnings)
  const firstMaster = relationships.findPart('slideMaster')
  const templates = new Map<string | undefined, Promise<Template>>()
  return {
    office,
    warnings,
    budget: createBudget(limits),
    size: readSize(findChild(root, 'p:sldSz')),
    slides: readSlideList(root, relationships, office),
    defaults,
    notesTemplate: createTemplate(undefined, notesMaster, defaults),
    templateOf: (layout) => {
      const cached = templates.get(layout)
      if (cached) return cached
      const template = readTemplate(office, layout, { firstMaster, defaults, warnings })
      templates.set(layout, template)
      return template
    },
  }
}

function readSize(size: XmlElement | undefined): Deck['size'] {
  const width = readLength(size?.attributes['cx']) ?? 0
  const height = readLength(size?.attributes['cy']) ?? 0
  return width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE
}

/** ECMA-376 Part 1, 19.2.1.34: the list gives the order; part names do not. */
function readSlideList(
  root: XmlElement,
  relationships: Relationships,
  office: OfficePackage,
): (string | undefined)[] {
  return childrenNamed(findChild(root, 'p:sldIdLst'), 'p:sldId').map(({ attributes }) => {
    const target = relationships.find(attributes['r:id'])
    return target && !target.external && office.has(target.target) ? target.target : undefined
  })
}

interface TemplateContext {
  readonly firstMaster: string | undefined
  readonly defaults: LevelStyles
  readonly warnings: Warnings
}

/** A slide without a layout inherits from the presentation's first master. */
async function readTemplate(
  office: OfficePackage,
  layout: string | undefined,
  { firstMaster, defaults, warnings }: TemplateContext,
): Promise<Template> {
  const layoutRoot = await office.findXml(layout, warnings)
  const relationships =
    layout === undefined ? undefined : await findRelationships(office, layout, warnings)
  const master = relationships?.findPart('slideMaster') ?? firstMaster
  return createTemplate(layoutRoot, await office.findXml(master, warnings), defaults)
}
