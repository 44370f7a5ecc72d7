/** The sample "slide deck": four slides with titles, nested lists, a table and notes, as a .pptx. */
import { makeZip } from '../../engine/src/readers/ooxml/testing/zip.ts'
import { contentTypes, escapeXml, relationships } from './office-parts.ts'

interface Slide {
  readonly title: string
  readonly lines?: readonly (readonly [level: number, text: string])[]
  readonly table?: readonly (readonly string[])[]
}

const slides: readonly Slide[] = [
  {
    title: 'Harbour lights: a plan for 2027',
    lines: [
      [0, 'Where we stand after the first season'],
      [0, 'Three projects for the quay'],
      [0, 'What they cost, and who decides'],
    ],
  },
  {
    title: 'The first season in short',
    lines: [
      [0, '212,000 visitors came, 18 % more than planned'],
      [1, 'Most of them between May and August'],
      [1, 'Two thirds arrived by tram'],
      [0, 'The old lamps used 41 % of all power'],
      [0, 'No evening was closed because of weather'],
    ],
  },
  {
    title: 'Three projects and their cost',
    table: [
      ['Project', 'Begin', 'Cost in euros', 'Saves a year'],
      ['New lamps', 'March 2027', '180,000', '46,000'],
      ['Tram stop', 'June 2027', '95,000', '0'],
      ['Winter market', 'November 2027', '60,000', '22,500'],
    ],
  },
  {
    title: 'What we ask for today',
    lines: [
      [0, 'A decision on the lamps before 15 January'],
      [0, 'Two people from the city for the tram stop'],
      [0, 'Comments on the market until the next meeting'],
    ],
  },
]

const A = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spaces = `xmlns:a="${A}" xmlns:r="${R}" xmlns:p="${P}"`
const group = `<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`
const WIDTH = 12_192_000
const HEIGHT = 6_858_000

const frame = (x: number, y: number, width: number, height: number): string =>
  `<a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/>`

function writeTitle(title: string): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm>${frame(838_200, 480_000, 10_515_600, 1_100_000)}</a:xfrm></p:spPr><p:txBody><a:bodyPr anchor="ctr"/><a:p><a:r><a:rPr lang="en" sz="4000" b="1"><a:solidFill><a:srgbClr val="12335F"/></a:solidFill></a:rPr><a:t>${escapeXml(title)}</a:t></a:r></a:p></p:txBody></p:sp>`
}

function writeLines(lines: NonNullable<Slide['lines']>): string {
  const paragraphs = lines.map(
    ([level, text]) =>
      `<a:p><a:pPr lvl="${level}" marL="${457_200 * (level + 1)}" indent="-342900"><a:spcBef><a:spcPts val="1200"/></a:spcBef><a:buChar char="•"/></a:pPr><a:r><a:rPr lang="en" sz="${level === 0 ? 2600 : 2100}"/><a:t>${escapeXml(text)}</a:t></a:r></a:p>`,
  )
  return `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Content"/><p:cNvSpPr/><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm>${frame(838_200, 1_825_625, 10_515_600, 4_000_000)}</a:xfrm></p:spPr><p:txBody><a:bodyPr/>${paragraphs.join('')}</p:txBody></p:sp>`
}

function writeTable(rows: NonNullable<Slide['table']>): string {
  const width = 10_515_600 / 4
  const cell = (text: string, isHead: boolean): string =>
    `<a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en" sz="2000"${isHead ? ' b="1"' : ''}/><a:t>${escapeXml(text)}</a:t></a:r></a:p></a:txBody><a:tcPr><a:lnB w="12700"><a:solidFill><a:srgbClr val="8FA3BF"/></a:solidFill></a:lnB>${isHead ? '<a:solidFill><a:srgbClr val="DCE6F5"/></a:solidFill>' : ''}</a:tcPr></a:tc>`
  const body = rows.map(
    (cells, at) => `<a:tr h="620000">${cells.map((text) => cell(text, at === 0)).join('')}</a:tr>`,
  )
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm>${frame(838_200, 2_000_000, 10_515_600, 2_480_000)}</p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1"/><a:tblGrid>${`<a:gridCol w="${width}"/>`.repeat(4)}</a:tblGrid>${body.join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
}

function writeSlide({ title, lines, table }: Slide): string {
  const shapes = [
    writeTitle(title),
    ...(lines ? [writeLines(lines)] : []),
    ...(table ? [writeTable(table)] : []),
  ]
  return `<p:sld ${spaces}><p:cSld><p:spTree>${group}${shapes.join('')}</p:spTree></p:cSld></p:sld>`
}

const theme = `<a:theme xmlns:a="${A}" name="Plain"><a:themeElements><a:clrScheme name="Plain"><a:dk1><a:srgbClr val="1B1F27"/></a:dk1><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="12335F"/></a:dk2><a:lt2><a:srgbClr val="EEF1F6"/></a:lt2>${[1, 2, 3, 4, 5, 6].map((n) => `<a:accent${n}><a:srgbClr val="1F4FD8"/></a:accent${n}>`).join('')}<a:hlink><a:srgbClr val="1F4FD8"/></a:hlink><a:folHlink><a:srgbClr val="6741D9"/></a:folHlink></a:clrScheme><a:fontScheme name="Plain"><a:majorFont><a:latin typeface="Liberation Sans"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Liberation Sans"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${'<a:ln w="9525"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`

export function writeDeck(): Buffer {
  const numbers = slides.map((_slide, at) => at + 1)
  const presentation = 'presentationml'
  const parts: Record<string, string> = {
    '[Content_Types].xml': contentTypes({
      'ppt/presentation.xml': `${presentation}.presentation.main`,
      'ppt/slideMasters/slideMaster1.xml': `${presentation}.slideMaster`,
      'ppt/slideLayouts/slideLayout1.xml': `${presentation}.slideLayout`,
      'ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(
        numbers.map((n) => [`ppt/slides/slide${n}.xml`, `${presentation}.slide`]),
      ),
    }),
    '_rels/.rels': relationships({ rId1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation ${spaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:sldIdLst>${numbers.map((n) => `<p:sldId id="${255 + n}" r:id="rId${n}"/>`).join('')}</p:sldIdLst><p:sldSz cx="${WIDTH}" cy="${HEIGHT}"/><p:notesSz cx="${HEIGHT}" cy="${WIDTH}"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships({
      rIdM: ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ...Object.fromEntries(numbers.map((n) => [`rId${n}`, ['slide', `slides/slide${n}.xml`]])),
    }),
    'ppt/theme/theme1.xml': theme,
    'ppt/slideMasters/slideMaster1.xml': `<p:sldMaster ${spaces}><p:cSld><p:spTree>${group}</p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships({
      rId1: ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      rId2: ['theme', '../theme/theme1.xml'],
    }),
    'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${spaces}><p:cSld name="Content"><p:spTree>${group}</p:spTree></p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships({
      rId1: ['slideMaster', '../slideMasters/slideMaster1.xml'],
    }),
  }
  for (const [at, slide] of slides.entries()) {
    parts[`ppt/slides/slide${at + 1}.xml`] = writeSlide(slide)
    parts[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relationships({
      rId1: ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    })
  }
  return makeZip(parts)
}
