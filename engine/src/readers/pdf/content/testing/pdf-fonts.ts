/** For tests: the fonts of the PDFs that the builder writes. */

/**
 * Fonts of every page: five of the standard 14, two of any character of the basic plane, half an em wide each, and three without
 * a name (Type 3) whose small letters are drawn as stems: thin ones, thick ones, and ones with the codes 1 to 26. The italic one
 * and those without a name are added only to files that use them.
 */
export type FontName = keyof typeof standardFonts | 'unicode' | 'vertical' | keyof typeof drawnFonts

/** Width of the stems, in thousandths of an em, and the code of the letter a. */
const drawnFonts = {
  thin: { width: 70, first: 97 },
  thick: { width: 120, first: 97 },
  counted: { width: 70, first: 1 },
}

const standardFonts = {
  helvetica: 'Helvetica',
  bold: 'Helvetica-Bold',
  times: 'Times-Roman',
  italic: 'Times-Italic',
  courier: 'Courier',
}

/** @param shown Text of the pages. */
export function addFonts(
  add: (body: string) => number,
  stream: (body: string) => string,
  shown: string,
): string {
  const simple = Object.entries(standardFonts).flatMap(([name, base]) => {
    if (name === 'italic' && !shown.includes('/italic ')) return []
    const body = `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`
    return `/${name} ${add(body)} 0 R`
  })
  const toUnicode = add(stream(shown.includes('e00d') ? quartzMap : identityMap))
  const composite = (['H', 'V'] as const).map((direction) => {
    const descendant = add(
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unembedded /DW 500 ' +
        '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
        '/FontDescriptor << /Type /FontDescriptor /FontName /Unembedded /Flags 4 /ItalicAngle 0 ' +
        '/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontBBox [0 -200 500 800] >> >>',
    )
    const font = add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /Unembedded /Encoding /Identity-${direction} ` +
        `/DescendantFonts [${descendant} 0 R] /ToUnicode ${toUnicode} 0 R >>`,
    )
    return `/${direction === 'H' ? 'unicode' : 'vertical'} ${font} 0 R`
  })
  const drawn = Object.entries(drawnFonts).flatMap(([name, { width, first }]) => {
    if (!shown.includes(`/${name} `)) return []
    const glyph = add(stream(`500 0 0 0 500 700 d1 100 0 ${width} 700 re 300 0 ${width} 700 re f`))
    const procedures = smallLetters.map((letter) => `/${letter} ${glyph} 0 R`).join(' ')
    const font = add(
      '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] ' +
        `/FirstChar ${first} /LastChar ${first + 25} /Widths [${smallLetters.map(() => 500).join(' ')}] /Resources << >> ` +
        `/CharProcs << ${procedures} >> /Encoding << /Differences [${first} /${smallLetters.join(' /')}] >> >>`,
    )
    return `/${name} ${font} 0 R`
  })
  return [...simple, ...composite, ...drawn].join(' ')
}

const smallLetters = [...'abcdefghijklmnopqrstuvwxyz']

/** Maps every code to the character of the same number. */
const identityMap = [
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
  '/CMapName /Identity-Unicode def /CMapType 2 def',
  '1 begincodespacerange <0000> <FFFF> endcodespacerange',
  '1 beginbfrange <0000> <FFFF> <0000> endbfrange',
  'endcmap CMapName currentdict /CMap defineresource pop end end',
].join('\n')

/** Maps U+E00D to the three hyphens that Quartz writes for one glyph. */
const quartzMap = identityMap.replace(
  'endcmap',
  '1 beginbfchar <E00D> <002D00AD2010> endbfchar\nendcmap',
)
