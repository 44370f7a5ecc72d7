/** Reads the comments of a sheet into a section, each after its cell. ECMA-376 Part 1, 18.7; [MS-XLSX] 2.6.205. */
import type { Warnings } from '../../errors.ts'
import type { Paragraph, Section } from '../../model/index.ts'
import {
  childrenNamed,
  findChild,
  type OfficePackage,
  type Relationships,
  type XmlElement,
} from '../ooxml/index.ts'

/** The most comments of one sheet that are read. */
const MAX_COMMENTS = 10_000

/** Reads threaded comments, or else notes: threads are duplicated as notes for older programs. */
export async function readComments(
  office: OfficePackage,
  relationships: Relationships,
  warnings: Warnings,
): Promise<Section | undefined> {
  const threads = await office.findXml(relationships.findPart('threadedComment'), warnings)
  const notes = threads ?? (await office.findXml(relationships.findPart('comments'), warnings))
  if (!notes) return undefined
  const found = [
    ...childrenNamed(notes, 'xtc:threadedComment'),
    ...childrenNamed(findChild(notes, 'x:commentList'), 'x:comment'),
  ]
  const blocks = found.slice(0, MAX_COMMENTS).flatMap(toParagraph)
  return blocks.length === 0 ? undefined : { type: 'section', kind: 'comments', blocks }
}

function toParagraph(comment: XmlElement): Paragraph[] {
  const text = textOf(comment).trim()
  if (text === '') return []
  const cell = comment.attributes['ref']
  return [
    { type: 'paragraph', inlines: [{ type: 'text', text: cell ? `${cell}: ${text}` : text }] },
  ]
}

/** Joins all runs, without phonetic guides. */
function textOf(comment: XmlElement): string {
  const thread = findChild(comment, 'xtc:text')
  if (thread) return thread.text
  const text = findChild(comment, 'x:text')
  if (!text) return ''
  const runs = childrenNamed(text, 'x:r').flatMap((run) => childrenNamed(run, 'x:t'))
  return [...childrenNamed(text, 'x:t'), ...runs].map((each) => each.text).join('')
}
