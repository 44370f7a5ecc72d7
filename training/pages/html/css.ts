/** Writes the style of a document as CSS for print. */
import type { Furniture, FurniturePlace, TableStyle } from '../content.ts'
import type { HeadingStyle, Style } from '../style.ts'

const points = (value: number): string => `${Math.round(value * 100) / 100}pt`
const ems = (value: number): string => `${Math.round(value * 1000) / 1000}em`

export function writeCss(style: Style, furniture: Furniture): string {
  return [
    pageRules(style, furniture),
    bodyRules(style),
    headingRules(style),
    listRules(style),
    tableRules(style.table, style),
    otherRules(style),
  ].join('\n')
}

function pageRules(
  { pageWidth, pageHeight, margins, bodySize, headingFont }: Style,
  furniture: Furniture,
): string {
  const size = points(bodySize * 0.82)
  const boxes = Object.entries(furniture.places).map(
    ([place, text]) =>
      `@${place}{content:${marginContent(text)};font:${size} '${headingFont}';color:#333;white-space:pre;${ruleOf(place as FurniturePlace, furniture)}}`,
  )
  const filler = (side: 'top' | 'bottom', wanted: boolean): string =>
    wanted
      ? (['left', 'center', 'right'] as const)
          .filter((at) => !furniture.places[`${side}-${at}`])
          .map(
            (at) =>
              `@${side}-${at}{content:" ";font-size:${size};${ruleOf(`${side}-${at}`, furniture)}}`,
          )
          .join('')
      : ''
  const first = furniture.firstPage
    ? ''
    : `@page:first{${[...(['top', 'bottom'] as const)].flatMap((side) => (['left', 'center', 'right'] as const).map((at) => `@${side}-${at}{content:none}`)).join('')}}`
  return `@page{size:${points(pageWidth)} ${points(pageHeight)};margin:${margins.map(points).join(' ')};${boxes.join('')}${filler('top', furniture.topRule)}${filler('bottom', furniture.bottomRule)}}${first}`
}

function ruleOf(place: FurniturePlace, { topRule, bottomRule }: Furniture): string {
  if (place.startsWith('top'))
    return topRule ? 'border-bottom:0.6pt solid #444;margin-bottom:6pt;vertical-align:bottom' : ''
  return bottomRule ? 'border-top:0.6pt solid #444;margin-top:6pt;vertical-align:top' : ''
}

/** Writes `Page {page} of {pages}` as CSS counters. */
function marginContent(text: string): string {
  const quoted = text
    .split(/(\{pages?\})/)
    .map((part) =>
      part === '{page}'
        ? 'counter(page)'
        : part === '{pages}'
          ? 'counter(pages)'
          : `"${part.replace(/["\\]/g, '')}"`,
    )
  return quoted.join(' ')
}

function bodyRules(style: Style): string {
  const {
    bodyFont,
    bodySize,
    leading,
    justified,
    paragraphs,
    columns,
    columnGap,
    columnRule,
    accent,
  } = style
  const indent = paragraphs === 'space' ? '0' : '1.4em'
  const gap = paragraphs === 'indent' ? '0' : ems(leading * 0.55)
  return `*{box-sizing:border-box}
body{margin:0;font:${points(bodySize)}/${leading.toFixed(3)} '${bodyFont}';color:#000;text-align:${justified ? 'justify' : 'left'};orphans:2;widows:2;font-variant-ligatures:common-ligatures}
a{color:inherit;text-decoration:none}
.block{display:block}
.word{white-space:nowrap}.letter{display:inline-block}.gap{display:inline-block;width:.26em}
p{margin:0 0 ${gap};text-indent:0}
p.body+p.body{text-indent:${indent}}
main{columns:${columns};column-gap:${points(columnGap)};${columnRule ? 'column-rule:0.5pt solid #888;' : ''}}
.span{column-span:all}
.page{min-height:calc(100vh - 1pt);display:flex;flex-direction:column}
i.link{font-style:normal;color:${accent};text-decoration:underline}
code,pre{font-family:'${style.monoFont}';font-size:.88em}
sup,sub{font-size:.68em;line-height:0}
.watermark{position:fixed;top:40%;left:10%;width:80%;text-align:center;transform:rotate(-35deg);font-size:70pt;color:#ddd;z-index:-1}
.stamp{position:fixed;left:-${points(Math.min(34, style.margins[3] - 6))};top:55%;transform:rotate(-90deg);transform-origin:0 0;font-size:14pt;color:#777;white-space:nowrap}`
}

function headingRules(style: Style): string {
  const sizes = [style.title, ...style.headings]
  return sizes.map((heading, at) => headingRule(heading, at, style)).join('\n')
}

function headingRule(heading: HeadingStyle, at: number, style: Style): string {
  const { bodySize, leading, accent, ground, bodyFont, headingFont } = style
  const rules = {
    none: '',
    below: `border-bottom:0.8pt solid ${accent};padding-bottom:2pt`,
    above: `border-top:0.8pt solid ${accent};padding-top:3pt`,
    bar: `background:${accent};color:#fff;padding:2pt 5pt`,
    shade: `background:${ground};padding:2pt 4pt`,
  } as const
  const text = `font-family:'${heading.ownFont ? headingFont : bodyFont}';font-size:${points(heading.size * bodySize)};font-weight:${heading.bold ? 'bold' : 'normal'};font-style:${heading.italic ? 'italic' : 'normal'};color:${heading.colour};${heading.underline ? 'text-decoration:underline;' : ''}${heading.letterCase === 'small-caps' ? 'font-variant:small-caps;' : ''}`
  const block = `line-height:${at === 0 ? 1.15 : Math.min(1.25, leading)};text-align:${heading.centred ? 'center' : 'left'};margin:${points(heading.before * leading * bodySize)} 0 ${points(heading.after * leading * bodySize)};break-after:avoid;hyphens:manual`
  return `.h${at}{${text}${block};${rules[heading.rule]}}\n.h${at}>.number{margin-right:.6em}\n.run${at}{${text.replace(/font-size:[^;]*;/, '')}}\n.h${at}:first-child{margin-top:0}`
}

function listRules({ list, leading }: Style): string {
  const gap = ems(list.gap * leading)
  return `ul,ol{margin:${ems(list.gap + 0.2)} 0 ${ems(list.gap + 0.3)};padding-left:${ems(list.indent + 1.4)}}
li{margin-bottom:${gap}}
.list{margin:${ems(list.gap + 0.2)} 0 ${ems(list.gap + 0.3)}}
.item{margin-bottom:${gap};padding-left:${list.hanging ? ems(list.indent + 1.7) : ems(list.indent)};text-indent:${list.hanging ? '-1.7em' : '0'}}
.item>*{text-indent:0}
.item .marker{display:inline-block;min-width:1.4em;margin-right:.3em}`
}

const heads = (colour: string, ground: string): Readonly<Record<TableStyle['head'], string>> => ({
  bold: 'font-weight:bold',
  shaded: `font-weight:bold;background:${ground}`,
  dark: `font-weight:bold;background:${colour};color:#fff`,
  plain: 'font-weight:normal',
  italic: 'font-weight:normal;font-style:italic',
  upper: 'font-weight:bold;text-transform:uppercase;font-size:.9em',
  colour: `font-weight:bold;color:${colour}`,
})

/** Writes the CSS rules of a table's style; tables with another style have a separate class. */
export function tableRules(
  table: TableStyle,
  { ground }: Pick<Style, 'ground'>,
  name = 'table.usual',
): string {
  const thin = '0.5pt solid #555'
  const thick = '0.9pt solid #000'
  const lines: Readonly<Record<TableStyle['rules'], string>> = {
    grid: `${name} td,${name} th{border:${thin}}`,
    rows: `${name} tr{border-bottom:${thin}}${name} thead tr:first-child{border-top:${thin}}`,
    three: `${name}{border-top:${thick};border-bottom:${thick}}${name} thead{border-bottom:0.5pt solid #000}`,
    none: '',
    box: `${name}{border:${thick}}`,
    head: `${name} thead{border-bottom:${thick}}`,
    columns: `${name} td+td,${name} th+th{border-left:${thin}}`,
    dotted: `${name} tr{border-bottom:0.6pt dotted #777}`,
    bands: `${name}{border-top:${thin}}${name} .last{border-bottom:${thin}}`,
    bandedGrid: `${name}{border:${thin}}${name} .last{border-bottom:${thin}}${name} td+td,${name} th+th{border-left:${thin}}`,
  }
  const margin = table.centred ? 'auto' : '0'
  return `${name}{border-collapse:collapse;font-size:${ems(table.size)};line-height:1.2;width:${table.width === 'content' ? 'auto' : '100%'};margin:${ems(0.4)} ${margin} ${ems(0.7)};text-align:left}
${name} td,${name} th{padding:${ems(table.padding)} ${ems(table.gap)};vertical-align:${table.padding < 0.4 ? 'top' : 'middle'}}
${name} th{${heads(table.colour, ground)[table.head]}}
${lines[table.rules]}
${table.zebra ? `${name} tbody tr:nth-child(even){background:${ground}}` : ''}
${table.firstColumnBold ? `${name} td:first-child{font-weight:bold}` : ''}
${table.hanging ? `${name} td{padding-left:${ems(table.gap + 1)};text-indent:-1em}` : ''}`
}

function otherRules(style: Style): string {
  const { captionSize, captionItalic, accent, ground, bodySize, leading, list } = style
  return `.caption{font-size:${ems(captionSize)};line-height:1.2;${captionItalic ? 'font-style:italic;' : ''}margin:${ems(0.35)} 0 ${ems(0.6)};text-indent:0}
.note{font-size:.82em;line-height:1.2;margin:0 0 ${ems(0.5)}}
figure{margin:${ems(0.6)} 0;break-inside:avoid}
figure.middle{text-align:center}
.abstract{margin:0 ${ems(1.2)} ${ems(0.6)};font-size:.93em}
.quote{margin:${ems(0.5)} ${ems(2)} ${ems(0.7)};${captionItalic ? 'font-style:italic' : ''}}
.author{margin-bottom:${ems(0.2)};text-align:${style.title.centred ? 'center' : 'left'}}
.affiliation,.date{font-size:.88em;margin-bottom:${ems(0.15)};text-align:${style.title.centred ? 'center' : 'left'}}
.subtitle{font-size:${points(bodySize * 1.25)};line-height:1.2;color:${accent};text-align:${style.title.centred ? 'center' : 'left'}}
.address,.meta{margin:0;text-align:left}
.meta{margin-bottom:${ems(0.2)}}
.sides .date{text-align:left;font-size:1em}
.pull{font-size:1.25em;line-height:1.25;color:${accent};margin:${ems(0.6)} ${ems(0.8)};text-align:left}
.term{${list.hanging ? `padding-left:${ems(list.indent + 1.5)};text-indent:${ems(-list.indent - 1.5)};` : ''}margin-bottom:${ems(list.gap)}}
.reference{padding-left:1.5em;text-indent:-1.5em;font-size:.9em;line-height:1.2;margin-bottom:.25em}
.signature{margin:0}
.aside{margin:${ems(0.7)} 0;padding:${ems(0.5)} ${ems(0.8)};break-inside:avoid}
.aside.shaded{background:${ground}}.aside.framed{border:0.7pt solid ${accent}}.aside.bar{border-left:3pt solid ${accent}}.aside.rules{border-top:0.7pt solid #555;border-bottom:0.7pt solid #555}
.aside.floating{float:right;width:38%;margin:0 0 .5em 1em;border-top:1.5pt solid ${accent}}
figure.beside{float:right;width:46%;margin:.2em 0 .5em 1em;text-align:left}
.sides.margin .meta{font-size:.8em;line-height:1.25;margin-bottom:.35em}.sides.cards{margin:.6em 0 .8em}.sides.cards .aside{margin:0;height:100%}
pre{margin:${ems(0.5)} 0;line-height:1.25;white-space:pre;text-align:left;overflow:hidden}
pre.shaded,pre.numbered{background:${ground};padding:.5em .7em}pre.boxed{border:0.6pt solid #777;padding:.5em .7em}pre.dark{background:#272822;color:#f8f8f2;padding:.6em .8em}pre.rules{border-top:.6pt solid #333;border-bottom:.6pt solid #333;padding:.3em 0}
.formula{display:flex;align-items:center;margin:${ems(0.5)} 0;text-indent:0}.formula>a:first-child{flex:1;text-align:center}
.contents div{display:flex;align-items:baseline;line-height:${(leading * 1.05).toFixed(2)}}.contents .fill{flex:1;overflow:hidden;white-space:nowrap;height:1.2em;margin:0 .3em}.contents .two{padding-left:1.6em}.contents .fill.rule{border-bottom:.5pt solid #555}
.sides{display:flex;gap:${points(bodySize * 1.2)};margin-bottom:${ems(0.3)}}
.notes{margin-top:auto;padding-top:${ems(0.8)};font-size:.8em;line-height:1.2}.notes p{margin:0 0 .15em}.notes:before{content:"";display:block;width:30%;border-top:.5pt solid #000;margin-bottom:.3em}
hr{border:0;border-top:.6pt solid #555;margin:${ems(0.7)} 0}.space{height:${ems(1.2)}}.turn{break-after:page}`
}
