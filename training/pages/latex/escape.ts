/** Escapes plain text for LaTeX. */

const named: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '\u00a0': '~',
  '•': '\\textbullet{}',
  '–': '--',
  '—': '---',
  '‘': '`',
  '’': "'",
  '“': '``',
  '”': "''",
  '…': '\\dots{}',
  '±': '$\\pm$',
  '−': '$-$',
  '×': '$\\times$',
  '✓': '$\\checkmark$',
  '▪': '{\\tiny$\\blacksquare$}',
  '■': '{\\footnotesize$\\blacksquare$}',
  '◦': '$\\circ$',
  '○': '$\\circ$',
  '●': '$\\bullet$',
  '➢': '$\\triangleright$',
  '·': '$\\cdot$',
  '†': '\\dag{}',
  '‡': '\\ddag{}',
  '§': '\\S{}',
  '☐': '$\\square$',
  '□': '$\\square$',
  '€': '\\texteuro{}',
  '£': '\\pounds{}',
  '©': '\\textcopyright{}',
}

/** Letters that the 8-bit encodings of all templates contain. */
const plainLetters =
  /^[\n -~\u00e0-\u00e5\u00e7-\u00ef\u00f1-\u00f6\u00f8-\u00fc\u00c0-\u00c5\u00c7-\u00cf\u00d1-\u00d6\u00d8-\u00dc\u00df]$/u

export const isTexText = (text: string): boolean =>
  [...text].every((letter) => plainLetters.test(letter) || letter in named)

export const escapeTex = (text: string): string =>
  [...text].map((letter) => named[letter] ?? letter).join('')

/** Code keeps its spaces and quotes. */
export const escapeCode = (text: string): string =>
  [...text]
    .map((letter) =>
      letter === ' '
        ? '~'
        : letter === '"'
          ? '\\char34{}'
          : letter === '-'
            ? '-{}'
            : (named[letter] ?? letter),
    )
    .join('')
