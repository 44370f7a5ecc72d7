/** Writes leaves of text as OpenDocument XML, each in a link whose annotation records its position. */
import type { Leaf, Note, Run } from '../content.ts'
import { probeAddress } from '../html/leaves.ts'
import type { Style } from '../style.ts'
import { escapeXml } from '../svg.ts'

export interface OdtContext {
  readonly style: Style
  readonly probes: boolean
  readonly notes: ReadonlyMap<number, Note>
  /** Styles of tables, their columns and cells, by name. */
  readonly automatic: Map<string, string>
  /** True inside of a cell or a box, where notes are not allowed. */
  readonly inBox: boolean
}

/** Multiple spaces and tabs are written as elements. */
export const odtText = (text: string): string =>
  escapeXml(text)
    .replace(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`)
    .replaceAll('\t', '<text:tab/>')

const mathNamespace = 'http://www.w3.org/1998/Math/MathML'

export const odtFormula = (mathml: string, display: boolean): string =>
  `<draw:frame text:anchor-type="as-char"><draw:object><math xmlns="${mathNamespace}"${display ? ' display="block"' : ''}><semantics><mrow>${mathml}</mrow></semantics></math></draw:object></draw:frame>`

function writeRun(run: Run): string {
  if (run.formula) return odtFormula(run.formula.mathml, false)
  const text = odtText(run.text)
  return run.mark ? `<text:span text:style-name="${run.mark}">${text}</text:span>` : text
}

export const odtProbe = (id: number, xml: string, { probes }: OdtContext): string =>
  probes && xml !== ''
    ? `<text:a xlink:type="simple" xlink:href="${probeAddress}${id}" text:style-name="leaf" text:visited-style-name="leaf">${xml}</text:a>`
    : xml

/** Notes are written between the links. */
export function writeLeaf(leaf: Leaf, context: OdtContext, prefix = ''): string {
  const parts: string[] = []
  let open = odtText(prefix)
  const close = (): void => {
    parts.push(odtProbe(leaf.id, open, context))
    open = ''
  }
  for (const run of leaf.runs) {
    const note = run.note === undefined ? undefined : context.notes.get(run.note)
    if (!note) open += writeRun(run)
    else {
      close()
      const body = `<text:note-citation text:label="${note.mark}">${note.mark}</text:note-citation><text:note-body><text:p text:style-name="note">${writeLeaf(note.leaf, context)}</text:p></text:note-body>`
      parts.push(`<text:note text:note-class="footnote">${body}</text:note>`)
    }
  }
  close()
  return parts.join('')
}
