/** Draws visible annotations of a page (filled form fields, text boxes, stamps) into the page itself. */
import type { Engine } from './engine.ts'
import { annotationTypes, flatten, hiddenAnnotation, objectTypes, stringObject } from './format.ts'
import { contentLimits as limits } from './settings.ts'

const speaking: ReadonlySet<number> = new Set([
  annotationTypes.freeText,
  annotationTypes.stamp,
  annotationTypes.widget,
])

/**
 * Draws the annotations that show text into the page, so that the reader of the page finds their text.
 *
 * @returns True if the page changed and must be loaded again for its text.
 */
export function flattenAnnotations(engine: Engine, page: number): boolean {
  const { pdfium } = engine
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), limits.maxEntries)
  let found = false
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    if (showsText(engine, annotation)) found = true
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return found && pdfium.FPDFPage_Flatten(page, flatten.normalDisplay) === flatten.done
}

/**
 * Returns true if an annotation shows text. A form field without an appearance gets one from its value (ISO 32000-1, 12.7.3.3); so does
 * one with text for its value and none in its appearance, as LibreOffice prints its lists of choices. The value of a check box is a name.
 */
function showsText(engine: Engine, annotation: number): boolean {
  const { pdfium } = engine
  const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
  if (!speaking.has(subtype)) return false
  if ((pdfium.FPDFAnnot_GetFlags(annotation) & hiddenAnnotation) !== 0) return false
  const isShown = pdfium.EPDFAnnot_HasAppearanceStream(annotation, flatten.normalAppearance) !== 0
  if (subtype !== annotationTypes.widget) return isShown
  if (isShown && (!hasTextValue(engine, annotation) || hasText(engine, annotation))) return true
  return pdfium.EPDFAnnot_GenerateFormFieldAP(annotation) !== 0 || isShown
}

function hasTextValue({ pdfium, scratch, heap }: Engine, annotation: number): boolean {
  heap().bytes.set(new TextEncoder().encode('V\0'), scratch)
  return pdfium.FPDFAnnot_GetValueType(annotation, scratch) === stringObject
}

/** Returns true if the appearance has text, or a form that may have it. */
function hasText({ pdfium }: Engine, annotation: number): boolean {
  const count = Math.min(pdfium.FPDFAnnot_GetObjectCount(annotation), limits.maxEntries)
  for (let index = 0; index < count; index++) {
    const type = pdfium.FPDFPageObj_GetType(pdfium.FPDFAnnot_GetObject(annotation, index))
    if (type === objectTypes.text || type === objectTypes.form) return true
  }
  return false
}
