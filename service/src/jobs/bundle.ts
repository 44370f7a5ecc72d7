/** Joins the parts of a result into one file, which needs one write and one fsync. */
import { createHash } from 'node:crypto'
import type { Source } from '../store/index.ts'
import type { Output, StoredFormat } from './job.ts'

/** The parts of a stored result; `document` is the model from which the texts were rendered. */
export type Texts = Readonly<Record<StoredFormat | 'document', Source>>

/** The byte range of a part within the file. */
type Section = Omit<Output, 'name'>

interface Bundle<Name extends string> {
  /** The concatenated parts. */
  readonly source: Source
  /** The section of a part; available once the source was read to its end. */
  sectionOf(name: Name): Section
}

export function bundle<Name extends string>(
  parts: readonly (readonly [name: Name, source: Source])[],
): Bundle<Name> {
  const sections = new Map<Name, Section>()
  return {
    source: async function* () {
      let start = 0
      for (const [name, source] of parts) {
        const hash = createHash('sha256')
        let bytes = 0
        for await (const chunk of source()) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
        sections.set(name, { start, bytes, sha256: hash.digest('hex') })
        start += bytes
      }
    },
    sectionOf: (name) => {
      const section = sections.get(name)
      if (!section) throw new Error('The bundle must be read before its parts.')
      return section
    },
  }
}
