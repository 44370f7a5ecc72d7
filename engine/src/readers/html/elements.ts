/** Lists every element of HTML, current and obsolete, with the way it is read. */

/**
 * The ways of reading an element.
 * - `block`: the content forms its own lines; `inline`: the content continues the line.
 * - `ignored`: neither the element nor its content is text of the document.
 * - The others have separate readers.
 */
export type ElementKind =
  | 'block'
  | 'inline'
  | 'ignored'
  | 'heading'
  | 'list'
  | 'definitions'
  | 'table'
  | 'preformatted'
  | 'quote'
  | 'rule'
  | 'break'
  | 'code'
  | 'link'
  | 'image'
  | 'quotation'
  | 'ruby'
  | 'math'
  | 'svg'
  | 'script'
  | 'caption'
  | 'figure'
  | 'control'
  | 'frame'
  | 'wordBreak'
  | 'superscript'
  | 'preserved'
  | 'button'

const names: Readonly<Record<ElementKind, string>> = {
  block:
    'html body address article aside center details dialog div fieldset footer form header hgroup legend main nav optgroup p search section summary li dd dt tbody thead tfoot tr td th caption noframes frameset multicol isindex',
  inline:
    'abbr acronym b bdi bdo big blink cite data del dfn em font i ins label mark marquee meter nobr noscript object output picture progress s small span strike strong sub time u var slot map rb rbc basefont spacer noembed',
  ignored:
    'head title base link meta style template embed param source track video audio canvas area col colgroup datalist option frame applet bgsound rp keygen command menuitem dialogue image-set selectedcontent fencedframe portal',
  heading: 'h1 h2 h3 h4 h5 h6',
  list: 'ul ol menu dir',
  definitions: 'dl',
  table: 'table',
  preformatted: 'pre listing xmp plaintext',
  quote: 'blockquote',
  rule: 'hr',
  break: 'br',
  code: 'code kbd samp tt',
  link: 'a',
  image: 'img image',
  quotation: 'q',
  ruby: 'ruby rt rtc',
  math: 'math',
  svg: 'svg',
  script: 'script',
  caption: 'figcaption',
  figure: 'figure',
  control: 'input select',
  frame: 'iframe',
  wordBreak: 'wbr',
  superscript: 'sup',
  preserved: 'textarea',
  button: 'button',
}

const kinds = new Map(
  Object.entries(names).flatMap(([kind, list]) =>
    list.split(' ').map((name): [string, ElementKind] => [name, kind as ElementKind]),
  ),
)

/** @returns `undefined` for an element outside of HTML: a custom element, or a mistake. */
export function findElementKind(tagName: string): ElementKind | undefined {
  return kinds.get(tagName)
}

/** Formatting that the element implies (WHATWG HTML 15.3, the suggested style sheet). */
export const elementMarks = new Map(
  Object.entries({
    b: { bold: true },
    strong: { bold: true },
    i: { italic: true },
    em: { italic: true },
    cite: { italic: true },
    dfn: { italic: true },
    var: { italic: true },
    s: { strike: true },
    strike: { strike: true },
    del: { strike: true },
    u: { underline: true },
    ins: { underline: true },
    sub: { script: 'sub' },
    sup: { script: 'super' },
  } as const),
)
