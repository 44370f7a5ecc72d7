/** The viewer of a result: pages with blocks beside the Markdown, JSON and chunks. */

export { saveBlob } from './files.ts'
export { renderMarkdown } from './markdown.ts'
export type { PictureSource } from './picture.tsx'
export type { Chunk, RawResult, StructuredDocument, Warning } from './raw.ts'
export { ResultViewer } from './viewer.tsx'
