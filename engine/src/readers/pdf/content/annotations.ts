/** Draws visible annotations of a page (filled form fields, text boxes, stamps) into the page itself. */
import type { Engine } from './engine.ts'

// fpdf_annot.h, FPDF_ANNOT_*.
const FREE_TEXT = 3
const STAMP = 13
const WIDGET = 20
const speaking: ReadonlySet<number> = new Set([FREE_TEXT, STAMP, WIDGET])

// ISO 32000-1, table 165: invisible, hidden, no view.
const HIDDEN_FLAGS = (1 << 0) | (1 << 1) | (1 << 5)

/** The most annotations read on a page; the largest forms have some 500 fields. */
const MAX_ANNOTATIONS = 5000

const FLATTEN_NORMAL_DISPLAY = 0
const FLATTEN_DONE = 1
const NORMAL_APPEARANCE = 0

/**
 * Draws the annotations that show text into the page, so that the reader of the page finds their text.
 *
 * @returns True if the page changed and must be loaded again for its text.
 */
export function flattenAnnotations(engine: Engine, page: number): boolean {
  const { pdfium } = engine
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), MAX_ANNOTATIONS)
  let found = false
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    if (showsText(engine, annotation)) found = true
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return found && pdfium.FPDFPage_Flatten(page, FLATTEN_NORMAL_DISPLAY) === FLATTEN_DONE
}

/** Returns true if an annotation shows text; a form field without an appearance gets one from its value. */
function showsText({ pdfium }: Engine, annotation: number): boolean {
  const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
  if (!speaking.has(subtype)) return false
  if ((pdfium.FPDFAnnot_GetFlags(annotation) & HIDDEN_FLAGS) !== 0) return false
  if (pdfium.EPDFAnnot_HasAppearanceStream(annotation, NORMAL_APPEARANCE) !== 0) return true
  return subtype === WIDGET && pdfium.EPDFAnnot_GenerateFormFieldAP(annotation) !== 0
}
