/**
 * Types of the PDFium functions that we call, by their C names: handles and pointers are numbers, structures are in the
 * heap.
 */

type Handle = number
type Pointer = number
/** 0 is false. */
type Bool = number

/** Writes four numbers of an object, each to an address. */
type GetFour = (object: Handle, one: Pointer, two: Pointer, three: Pointer, four: Pointer) => Bool

/** Raw exports, because the package's wrappers look up each function and check its arguments on every call. */
export interface Pdfium {
  /** The part of `WebAssembly.Memory` that we use: not every type library declares it. */
  readonly memory: { readonly buffer: ArrayBuffer }
  malloc(size: number): Pointer
  free(pointer: Pointer): void
  PDFiumExt_Init(): void

  FPDF_LoadMemDocument(data: Pointer, size: number, password: Pointer): Handle
  FPDF_CloseDocument(document: Handle): void
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: Handle): number
  /** @returns bytes of the UTF-16LE text with its terminator. */
  FPDF_GetMetaText(document: Handle, tag: Pointer, buffer: Pointer, size: number): number

  FPDF_LoadPage(document: Handle, index: number): Handle
  FPDF_ClosePage(page: Handle): void
  /** Size in points, as displayed. */
  FPDF_GetPageWidthF(page: Handle): number
  FPDF_GetPageHeightF(page: Handle): number
  /** @returns 0 without enough memory. PDFium allocates the buffer if it is 0. */
  FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    buffer: Pointer,
    stride: number,
  ): Handle
  FPDFBitmap_FillRect(
    bitmap: Handle,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): void
  FPDF_RenderPageBitmap(
    bitmap: Handle,
    page: Handle,
    startX: number,
    startY: number,
    sizeX: number,
    sizeY: number,
    rotate: number,
    flags: number,
  ): void
  FPDFBitmap_GetBuffer(bitmap: Handle): Pointer
  FPDFBitmap_GetStride(bitmap: Handle): number
  FPDFBitmap_GetWidth(bitmap: Handle): number
  FPDFBitmap_GetHeight(bitmap: Handle): number
  FPDFBitmap_Destroy(bitmap: Handle): void
  /** Crop box within media box, in default user space, before rotation: FS_RECTF left, top, right, bottom. */
  FPDF_GetPageBoundingBox(page: Handle, rect: Pointer): Bool
  /** Clockwise quarter turns. */
  FPDFPage_GetRotation(page: Handle): number
  FPDFPage_CountObjects(page: Handle): number
  /**
   * Draws the appearance of annotations into the page. @returns 0 if it failed, 1 if done, 2 if there was nothing to
   * do.
   */
  FPDFPage_Flatten(page: Handle, usage: number): number

  /** Two ints: the position, which it advances, and the link. */
  FPDFLink_Enumerate(page: Handle, position: Pointer, link: Pointer): Bool
  FPDFLink_GetAction(link: Handle): Handle
  /** FS_RECTF: left, top, right, bottom. */
  FPDFLink_GetAnnotRect(link: Handle, rect: Pointer): Bool
  /** @returns 1 for a place in the document, 3 for an address. */
  FPDFAction_GetType(action: Handle): number
  /** @returns bytes of the address with its terminator. */
  FPDFAction_GetURIPath(document: Handle, action: Handle, buffer: Pointer, size: number): number
  FPDFAction_GetDest(document: Handle, action: Handle): Handle
  /** Destination of the link itself, or of its action; 0 if it has none. */
  FPDFLink_GetDest(document: Handle, link: Handle): Handle
  /** Three Bools, then three floats in user space; only for destinations /XYZ. */
  FPDFDest_GetLocationInPage(
    destination: Handle,
    hasX: Pointer,
    hasY: Pointer,
    hasZoom: Pointer,
    x: Pointer,
    y: Pointer,
    zoom: Pointer,
  ): Bool
  /** @returns the kind: 3 is /FitH; at most four floats, and their count. */
  FPDFDest_GetView(destination: Handle, count: Pointer, floats: Pointer): number
  /** FS_SIZEF: width and height as displayed, in points. */
  FPDF_GetPageSizeByIndexF(document: Handle, index: number, size: Pointer): Bool
  FPDFDest_GetDestPageIndex(document: Handle, destination: Handle): number

  /** The first entry of the outline if the parent is 0. */
  FPDFBookmark_GetFirstChild(document: Handle, parent: Handle): Handle
  FPDFBookmark_GetNextSibling(document: Handle, bookmark: Handle): Handle
  /** @returns bytes of the UTF-16LE text with its terminator. */
  FPDFBookmark_GetTitle(bookmark: Handle, buffer: Pointer, size: number): number
  FPDFBookmark_GetDest(document: Handle, bookmark: Handle): Handle
  FPDFBookmark_GetAction(bookmark: Handle): Handle

  FPDF_StructTree_GetForPage(page: Handle): Handle
  FPDF_StructTree_Close(tree: Handle): void
  FPDF_StructTree_CountChildren(tree: Handle): number
  FPDF_StructTree_GetChildAtIndex(tree: Handle, index: number): Handle
  FPDF_StructElement_CountChildren(element: Handle): number
  /** @returns 0 if the child is marked content. */
  FPDF_StructElement_GetChildAtIndex(element: Handle, index: number): Handle
  /** @returns −1 if the child is an element, or marked content of another stream. */
  FPDF_StructElement_GetChildMarkedContentID(element: Handle, index: number): number
  /** @returns bytes of the UTF-16LE standard type, role map applied, with its terminator. */
  FPDF_StructElement_GetType(element: Handle, buffer: Pointer, size: number): number
  /** @returns −1 on failure. */
  FPDF_StructElement_GetAttributeCount(element: Handle): number
  FPDF_StructElement_GetAttributeAtIndex(element: Handle, index: number): Handle
  /** @returns 0 if the attributes have no entry with that name, a C string. */
  FPDF_StructElement_Attr_GetValue(attributes: Handle, name: Pointer): Handle
  FPDF_StructElement_Attr_GetNumberValue(value: Handle, float: Pointer): Bool

  FPDFPage_GetAnnotCount(page: Handle): number
  FPDFPage_GetAnnot(page: Handle, index: number): Handle
  FPDFPage_CloseAnnot(annotation: Handle): void
  FPDFAnnot_GetSubtype(annotation: Handle): number
  FPDFAnnot_GetFlags(annotation: Handle): number
  FPDFAnnot_GetValueType(annotation: Handle, key: Pointer): number
  FPDFAnnot_GetObjectCount(annotation: Handle): number
  FPDFAnnot_GetObject(annotation: Handle, index: number): Handle
  /** @returns bytes of the UTF-16LE text or name with its terminator. */
  FPDFAnnot_GetStringValue(annotation: Handle, key: Pointer, buffer: Pointer, size: number): number
  /** FS_RECTF: left, top, right, bottom. */
  FPDFAnnot_GetRect(annotation: Handle, rect: Pointer): Bool
  FPDFAnnot_SetFlags(annotation: Handle, flags: number): Bool
  EPDFAnnot_HasAppearanceStream(annotation: Handle, mode: number): Bool
  /** Adds the normal appearance to the objects of the loaded page. */
  EPDFAnnot_Flatten(page: Handle, annotation: Handle): Bool
  EPDFAnnot_GenerateFormFieldAP(annotation: Handle): Bool

  FPDFText_LoadPage(page: Handle): Handle
  FPDFText_ClosePage(textPage: Handle): void
  FPDFText_CountChars(textPage: Handle): number
  FPDFText_GetUnicode(textPage: Handle, index: number): number
  /** @returns 1 if the file does not map the character to Unicode: its code is that within the font. */
  FPDFText_HasUnicodeMapError(textPage: Handle, index: number): number
  FPDFText_IsGenerated(textPage: Handle, index: number): Bool
  /** Four doubles: left, right, bottom, top. */
  FPDFText_GetCharBox(
    textPage: Handle,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ): Bool
  /** FS_RECTF: left, top, right, bottom. */
  FPDFText_GetLooseCharBox(textPage: Handle, index: number, rect: Pointer): Bool
  FPDFText_GetCharOrigin(textPage: Handle, index: number, x: Pointer, y: Pointer): Bool
  FPDFText_GetTextObject(textPage: Handle, index: number): Handle
  /** @returns The size in the content stream, before the matrix. */
  FPDFText_GetFontSize(textPage: Handle, index: number): number
  /** FS_MATRIX of text space to user space, form XObjects included: a to f. */
  FPDFText_GetMatrix(textPage: Handle, index: number, matrix: Pointer): Bool

  FPDFTextObj_GetFont(object: Handle): Handle
  FPDFTextObj_GetTextRenderMode(object: Handle): number
  /** @returns a bitmap of the object alone, four bytes a pixel, or 0. */
  FPDFTextObj_GetRenderedBitmap(
    document: Handle,
    page: Handle,
    object: Handle,
    scale: number,
  ): Handle
  /** Four ints: red, green, blue, alpha. */
  FPDFPageObj_GetFillColor: GetFour
  FPDFPageObj_GetStrokeColor: GetFour
  FPDFPageObj_GetStrokeWidth(object: Handle, width: Pointer): Bool
  FPDFPage_GetObject(page: Handle, index: number): Handle
  /** @returns 1 text, 2 path, 3 image, 4 shading, 5 form. */
  FPDFPageObj_GetType(object: Handle): number
  /** Four floats: left, bottom, right, top, in the space of the page or form that holds it. */
  FPDFPageObj_GetBounds: GetFour
  /** FS_MATRIX to the space of the page or form that holds it. */
  FPDFPageObj_GetMatrix(object: Handle, matrix: Pointer): Bool
  /** Two unsigned ints: the width and the height of an image, in pixels. */
  FPDFImageObj_GetImagePixelSize(image: Handle, width: Pointer, height: Pointer): Bool
  FPDFFormObj_CountObjects(form: Handle): number
  FPDFFormObj_GetObject(form: Handle, index: number): Handle
  FPDFPath_CountSegments(path: Handle): number
  FPDFPath_GetPathSegment(path: Handle, index: number): Handle
  /** Two ints: the fill mode (0 for none), and 1 if the path is stroked. */
  FPDFPath_GetDrawMode(path: Handle, fillMode: Pointer, stroke: Pointer): Bool
  /** @returns 0 line, 1 Bézier, 2 move. */
  FPDFPathSegment_GetType(segment: Handle): number
  /** Coordinates before the object's matrix. */
  FPDFPathSegment_GetPoint(segment: Handle, x: Pointer, y: Pointer): Bool
  FPDFPathSegment_GetClose(segment: Handle): Bool
  /** Counts the marked-content sequences around an object. */
  FPDFPageObj_CountMarks(object: Handle): number
  /** @returns The same handle for all objects of a sequence. */
  FPDFPageObj_GetMark(object: Handle, index: number): Handle
  /** @returns 0 if the properties of the sequence have no entry with that name, a C string. */
  FPDFPageObjMark_GetParamValueType(mark: Handle, name: Pointer): number
  /** @returns −1 without marked content. */
  FPDFPageObj_GetMarkedContentID(object: Handle): number

  /** @returns bytes of the UTF-8 name with its terminator. */
  FPDFFont_GetBaseFontName(font: Handle, buffer: Pointer, size: number): number
  /** @returns 1 if the file has the font, −1 on failure. */
  FPDFFont_GetIsEmbedded(font: Handle): number
  FPDFFont_GetFlags(font: Handle): number
  FPDFFont_GetWeight(font: Handle): number
  FPDFFont_GetItalicAngle(font: Handle, angle: Pointer): Bool
  /** Writes the width (float) of the glyph of a Unicode code point at a font size. @returns 0 for an invalid font. */
  FPDFFont_GetGlyphWidth(font: Handle, code: number, size: number, width: Pointer): Bool
}

/** Names the raw exports of a module. */
export function rawExports(module: {
  readonly pdfium: { readonly wasmExports?: unknown }
}): Pdfium {
  // Sound: the package exports every function above under its C name, but types only malloc and free.
  return module.pdfium.wasmExports as Pdfium
}
