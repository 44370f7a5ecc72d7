/** Writes the preamble of a LaTeX document: class, fonts, headings, furniture. */
import type { Furniture } from '../content.ts'
import { probeAddress } from '../html/leaves.ts'
import { escapeTex } from './escape.ts'
import { isRestylable, type LatexStyle } from './templates.ts'

const packages = [
  'amsmath',
  'amssymb',
  'textcomp',
  'graphicx',
  'float',
  'booktabs',
  'multirow',
  'longtable',
  'array',
  'enumitem',
]

/**
 * `\leaf{n}{text}` prints the text in links that record its position; it is robust, because classes may change it to
 * upper case or write it to a file.
 */
const leafMacro = `\\protected\\def\\leaf#1#2{\\leavevmode\\pdfstartlink attr{/Border[0 0 0]}user{/Subtype/Link/A<</S/URI/URI(${probeAddress}#1)>>}#2\\pdfendlink{}}`

export function writePreamble(latex: LatexStyle, furniture: Furniture): string {
  const { template, style, fontLines, microtype } = latex
  const slides = template.name === 'beamer'
  const options = [
    `${style.bodySize}pt`,
    ...(slides
      ? [style.page === 'wide' ? 'xcolor=table,aspectratio=169' : 'xcolor=table']
      : [style.page === 'a4' ? 'a4paper' : 'letterpaper']),
    ...(style.columns === 2 && template.name !== 'IEEEtran'
      ? [template.name === 'elsarticle' ? 'twocolumn,5p' : 'twocolumn']
      : []),
    template.options,
  ].filter(Boolean)
  const used = slides
    ? packages.filter((name) => name !== 'enumitem' && name !== 'float')
    : packages
  return [
    // Uncompressed objects, so that the positions can be read; version 1.4 has no object streams.
    '\\pdfminorversion=4 \\pdfobjcompresslevel=0 \\pdfinfoomitdate=1 \\pdftrailerid{}',
    `\\documentclass[${options.join(',')}]{${template.name}}`,
    '\\usepackage[utf8]{inputenc}',
    ...fontLines,
    ...(template.free && template.name !== 'memoir' ? geometry(latex) : []),
    slides ? '' : '\\usepackage[table]{xcolor}',
    `\\usepackage{${used.join(',')}}`,
    microtype ? '\\usepackage{microtype}' : '',
    `\\definecolor{accent}{HTML}{${style.accent.slice(1).toUpperCase()}}\\definecolor{ground}{HTML}{${style.ground.slice(1).toUpperCase()}}`,
    leafMacro,
    latex.lineNumbers && !slides ? '\\usepackage{lineno}\\AtBeginDocument{\\linenumbers}' : '',
    latex.turned ? '\\usepackage{pdflscape}' : '',
    /^(?:report|scrreprt|memoir)$/.test(template.name)
      ? '\\renewcommand{\\thesection}{\\arabic{section}}\\setcounter{secnumdepth}{3}'
      : '',
    ...(slides
      ? [`\\usetheme{${latex.theme}}`, '\\setbeamertemplate{navigation symbols}{}']
      : layout(latex, furniture)),
    '\\sloppy\\setlength{\\emergencystretch}{3em}',
  ]
    .filter(Boolean)
    .join('\n')
}

function geometry({ style }: LatexStyle): string[] {
  const [top, right, bottom, left] = style.margins
  return [
    `\\usepackage[top=${top + 14}bp,right=${right}bp,bottom=${bottom}bp,left=${left}bp,headheight=14bp,columnsep=${Math.round(style.columnGap)}bp]{geometry}`,
  ]
}

function layout(latex: LatexStyle, furniture: Furniture): string[] {
  const { template, style } = latex
  const lines = [
    style.paragraphs === 'indent'
      ? ''
      : `\\setlength{\\parskip}{${(style.leading * 0.45).toFixed(2)}em}${style.paragraphs === 'space' ? '\\setlength{\\parindent}{0pt}' : ''}`,
  ]
  if (!style.justified && template.free) lines.push('\\AtBeginDocument{\\raggedright}')
  if (template.free && style.leading > 1.35)
    lines.push(`\\linespread{${(style.leading / 1.2).toFixed(2)}}`)
  if (isRestylable(template)) lines.push(...headings(latex))
  if (template.free && template.name !== 'memoir') lines.push(...frame(furniture))
  return lines
}

const sizes = [
  [1.6, '\\LARGE'],
  [1.35, '\\Large'],
  [1.12, '\\large'],
  [0.98, '\\normalsize'],
  [0, '\\small'],
] as const

/** Half of the documents keep the headings of their class. */
function headings({ style }: LatexStyle): string[] {
  const restyled =
    style.headings.some((heading) => heading.runIn || heading.letterCase !== 'none') ||
    style.bodySize % 2 === 0
  if (!restyled) return []
  const names = ['section', 'subsection', 'subsubsection'] as const
  return [
    '\\usepackage{titlesec}',
    ...style.headings.map((heading, at) => {
      const name = names[at] ?? 'section'
      const size = sizes.find(([least]) => heading.size >= least)?.[1] ?? '\\normalsize'
      const letters = heading.letterCase === 'small-caps' ? '\\scshape' : ''
      const format = `${size}${heading.bold ? '\\bfseries' : '\\mdseries'}${heading.italic ? '\\itshape' : ''}${letters}${heading.colour === '#000' ? '' : '\\color{accent}'}${heading.centred && !heading.runIn ? '\\centering' : '\\raggedright'}`
      const shape = heading.runIn ? 'runin' : 'hang'
      const upper = heading.letterCase === 'upper' ? '\\MakeUppercase' : ''
      return `\\titleformat{\\${name}}[${shape}]{${heading.runIn ? format.replace(/\\(?:centering|raggedright)/, '') : format}}{\\the${name}}{.6em}{${upper}}${heading.rule === 'below' && !heading.runIn ? '[{\\titlerule}]' : ''}`
    }),
  ]
}

const fancyPlaces = {
  'top-left': 'fancyhead[L]',
  'top-center': 'fancyhead[C]',
  'top-right': 'fancyhead[R]',
  'bottom-left': 'fancyfoot[L]',
  'bottom-center': 'fancyfoot[C]',
  'bottom-right': 'fancyfoot[R]',
} as const

function frame(furniture: Furniture): string[] {
  const marks = Object.entries(furniture.places).map(
    // Sound: the keys of `places` are those of `fancyPlaces`.
    ([place, text]) =>
      `\\${fancyPlaces[place as keyof typeof fancyPlaces]}{\\small ${escapeTex(text).replace('\\{page\\}', '\\thepage')}}`,
  )
  return [
    '\\usepackage{fancyhdr}\\pagestyle{fancy}\\fancyhf{}',
    ...marks,
    `\\renewcommand{\\headrulewidth}{${furniture.topRule ? '.4pt' : '0pt'}}\\renewcommand{\\footrulewidth}{${furniture.bottomRule ? '.4pt' : '0pt'}}`,
    furniture.firstPage ? '' : '\\AtBeginDocument{\\thispagestyle{empty}}',
  ]
}
