/** Draws visible annotations of a page (filled form fields, text boxes, stamps) into the page itself. */
import { type CheckField, readCheckField } from './check-fields.ts'
import { inheritsResources, type OpenDocument } from './document.ts'
import type { Engine } from './engine.ts'
import { annotationTypes, flatten, hiddenAnnotation, objectTypes, stringObject } from './format.ts'
import type { PageGeometry } from './geometry.ts'
import { contentLimits as limits } from './settings.ts'

const speaking: ReadonlySet<number> = new Set([
  annotationTypes.freeText,
  annotationTypes.stamp,
  annotationTypes.widget,
])

/**
 * Draws the annotations that show text into the page, so that the reader of the page finds their text. Hides check boxes and radio
 * buttons, and keeps their states with the document.
 *
 * PDFium's flattening gives the page a dictionary of resources, which hides the one that it inherits: its text would lose its fonts. Such
 * pages get each appearance as an object.
 *
 * @param number From 1.
 * @returns True if the page changed and must be loaded again for its text.
 */
export function flattenAnnotations(
  document: OpenDocument,
  page: number,
  number: number,
  geometry: PageGeometry,
): boolean {
  const { engine, checkFields } = document
  const { pdfium } = engine
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), limits.maxEntries)
  const fields: CheckField[] = []
  const shown: number[] = []
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const isSeen = isVisible(engine, annotation)
    const field = isSeen ? readCheckField(engine, annotation, geometry) : undefined
    if (field) {
      fields.push(field)
      hide(engine, annotation)
    }
    if (isSeen && !field && showsText(engine, annotation)) shown.push(annotation)
    else pdfium.FPDFPage_CloseAnnot(annotation)
  }
  // A later reading of the page does not find them any more.
  if (fields.length > 0) checkFields.set(number, fields)
  const areSeparate = shown.length > 0 && inheritsResources(document)
  for (const annotation of shown) {
    if (areSeparate) pdfium.EPDFAnnot_Flatten(page, annotation)
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  if (shown.length === 0 || areSeparate) return false
  return pdfium.FPDFPage_Flatten(page, flatten.normalDisplay) === flatten.done
}

function isVisible({ pdfium }: Engine, annotation: number): boolean {
  return (
    speaking.has(pdfium.FPDFAnnot_GetSubtype(annotation)) &&
    (pdfium.FPDFAnnot_GetFlags(annotation) & hiddenAnnotation) === 0
  )
}

function hide({ pdfium }: Engine, annotation: number): void {
  const flags = pdfium.FPDFAnnot_GetFlags(annotation)
  pdfium.FPDFAnnot_SetFlags(annotation, flags | hiddenAnnotation)
}

/**
 * Returns true if a visible annotation shows text. A form field without an appearance gets one from its value (ISO 32000-1,
 * 12.7.3.3); so does one with text for its value and none in its appearance, as LibreOffice prints its lists of choices.
 */
function showsText(engine: Engine, annotation: number): boolean {
  const { pdfium } = engine
  const isShown = pdfium.EPDFAnnot_HasAppearanceStream(annotation, flatten.normalAppearance) !== 0
  if (pdfium.FPDFAnnot_GetSubtype(annotation) !== annotationTypes.widget) return isShown
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
