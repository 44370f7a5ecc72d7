/** Draws visible annotations of a page (filled form fields, text boxes, stamps) into the page itself. */
import type { Engine } from './engine.ts'
import { annotationTypes, flatten, hiddenAnnotation } from './format.ts'
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

/** Returns true if an annotation shows text; a form field without an appearance gets one from its value. */
function showsText({ pdfium }: Engine, annotation: number): boolean {
  const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
  if (!speaking.has(subtype)) return false
  if ((pdfium.FPDFAnnot_GetFlags(annotation) & hiddenAnnotation) !== 0) return false
  if (pdfium.EPDFAnnot_HasAppearanceStream(annotation, flatten.normalAppearance) !== 0) return true
  return (
    subtype === annotationTypes.widget && pdfium.EPDFAnnot_GenerateFormFieldAP(annotation) !== 0
  )
}
