/** Reads the check boxes and radio buttons of a form: their boxes on the page, and which of them are chosen. */
import type { BBox } from '../../../model/index.ts'
import { type Engine, readString } from './engine.ts'
import { annotationTypes, nameObject } from './format.ts'
import { boxOnPage, type PageGeometry } from './geometry.ts'

/** A check box or radio button; its box is in points from the top-left corner of the page. */
export interface CheckField extends BBox {
  readonly isChosen: boolean
}

/**
 * Returns the check box or radio button that an annotation shows; `undefined` for others.
 *
 * Only these fields have states (ISO 32000-1, 12.7.4.2), which tell more than their drawings: programs draw crosses, ticks, discs, or
 * any letter. The type of a field would say less, because it may be that of a parent, and buttons without states have it, too.
 */
export function readCheckField(
  engine: Engine,
  annotation: number,
  { toPage }: PageGeometry,
): CheckField | undefined {
  if (engine.pdfium.FPDFAnnot_GetSubtype(annotation) !== annotationTypes.widget) return undefined
  const state = appearanceState(engine, annotation)
  if (state === undefined) return undefined
  if (engine.pdfium.FPDFAnnot_GetRect(annotation, engine.scratch) === 0) return undefined
  const { floats } = engine.heap()
  const [left = 0, top = 0, right = 0, bottom = 0] = floats.subarray(engine.scratch >> 2)
  if (left === right || top === bottom) return undefined
  const box = boxOnPage(toPage, { left, top, right, bottom })
  return { ...box, isChosen: state !== 'Off' }
}

/** Returns the name of the state in which an annotation is drawn. */
function appearanceState(engine: Engine, annotation: number): string | undefined {
  const { pdfium, scratch, heap } = engine
  heap().bytes.set(new TextEncoder().encode('AS\0'), scratch)
  if (pdfium.FPDFAnnot_GetValueType(annotation, scratch) !== nameObject) return undefined
  return readString(engine, 'utf16', (buffer, room) =>
    pdfium.FPDFAnnot_GetStringValue(annotation, scratch, buffer, room),
  )
}
