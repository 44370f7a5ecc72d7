/** Writes leaves of text as LaTeX, each in a link whose annotation records its position. */
import type { Leaf, Note, Run, RunMark } from '../content.ts'
import { escapeTex } from './escape.ts'
import type { LatexStyle } from './templates.ts'

export interface LatexContext {
  readonly latex: LatexStyle
  readonly notes: ReadonlyMap<number, Note>
  /** True inside of a box: floats and notes cannot leave it. */
  readonly inBox: boolean
}

const commands: { readonly [Mark in RunMark]: (tex: string) => string } = {
  bold: (tex) => `\\textbf{${tex}}`,
  italic: (tex) => `\\textit{${tex}}`,
  code: (tex) => `\\texttt{${tex}}`,
  link: (tex) => `{\\color{accent}${tex}}`,
  superscript: (tex) => `\\textsuperscript{${tex}}`,
  subscript: (tex) => `\\textsubscript{${tex}}`,
}

function writeRun(run: Run): string {
  if (run.formula) return `$${run.formula.latex}$`
  const tex = escapeTex(run.text)
  return run.mark ? commands[run.mark](tex) : tex
}

/** Note marks are written between the links: a link cannot contain an insertion. */
export function writeLeaf(leaf: Leaf, context: LatexContext): string {
  const parts: string[] = []
  let open = ''
  const close = (): void => {
    if (open.trim()) parts.push(`\\leaf{${leaf.id}}{${open}}`)
    open = ''
  }
  for (const run of leaf.runs) {
    if (run.note === undefined) open += writeRun(run)
    else {
      close()
      const note = context.notes.get(run.note)
      if (note) parts.push(`\\footnote{${writeLeaf(note.leaf, context)}}`)
    }
  }
  close()
  return parts.join('')
}
