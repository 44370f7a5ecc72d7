/** The sample "spreadsheet": two sheets with numbers, dates and a merged head, as an .xlsx. */
import { makeZip } from '../../engine/src/readers/ooxml/testing/zip.ts'
import { contentTypes, escapeXml, relationships } from './office-parts.ts'

type Value = string | number

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Indices in `cellXfs`. */
const styles = { plain: 0, thousands: 1, percent: 2, date: 3 } as const
type Style = keyof typeof styles

interface Sheet {
  readonly name: string
  /** Style of each column, from the second row on. */
  readonly columns: readonly Style[]
  readonly rows: readonly (readonly Value[])[]
}

const sheets: readonly Sheet[] = [
  {
    name: 'Stations',
    columns: ['plain', 'plain', 'date', 'thousands', 'percent'],
    rows: [
      ['Station', 'River', 'Last visit', 'Samples', 'Valid'],
      ['Alder Bridge', 'Wenn', 46_023, 1_240, 0.982],
      ['Birch Weir', 'Wenn', 46_030, 980, 0.965],
      ['Castle Ford', 'Ostra', 46_037, 2_415, 0.991],
      ['Dunmill', 'Ostra', 46_044, 1_702, 0.948],
      ['Eastbridge', 'Lime', 46_051, 3_066, 0.977],
      ['Total', '', '', 9_403, 0.976],
    ],
  },
  {
    name: 'Nitrate by month',
    columns: ['plain', 'plain', 'plain', 'plain'],
    rows: [
      ['Month', 'Wenn', 'Ostra', 'Lime'],
      ['January', 4.1, 3.6, 5.2],
      ['February', 4.4, 3.9, 5.6],
      ['March', 5, 4.2, 6.1],
      ['April', 3.7, 3.3, 4.8],
    ],
  },
]

function writeSheet({ rows, columns }: Sheet): string {
  const body = rows.map((values, row) => {
    const cells = values.map((value, column) => {
      const reference = `${String.fromCharCode(65 + column)}${row + 1}`
      if (value === '') return ''
      if (typeof value === 'string') {
        return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
      }
      return `<c r="${reference}" s="${styles[columns[column] ?? 'plain']}"><v>${value}</v></c>`
    })
    return `<row r="${row + 1}">${cells.join('')}</row>`
  })
  return `<worksheet xmlns="${MAIN}"><sheetData>${body.join('')}</sheetData></worksheet>`
}

export function writeWorkbook(): Buffer {
  const numbers = sheets.map((_sheet, at) => at + 1)
  const xf = (format: number): string =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
  return makeZip({
    '[Content_Types].xml': contentTypes({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      'xl/styles.xml': 'spreadsheetml.styles',
      ...Object.fromEntries(
        numbers.map((n) => [`xl/worksheets/sheet${n}.xml`, 'spreadsheetml.worksheet']),
      ),
    }),
    '_rels/.rels': relationships({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${R}"><sheets>${sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      ...Object.fromEntries(
        numbers.map((n) => [`rId${n}`, ['worksheet', `worksheets/sheet${n}.xml`] as const]),
      ),
      rIdS: ['styles', 'styles.xml'],
    }),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4">${[0, 3, 10, 14].map(xf).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, writeSheet(sheet)]),
    ),
  })
}
