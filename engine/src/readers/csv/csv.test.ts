import { expect, test } from 'vitest'
import { convert } from '../../convert.ts'

const toMarkdown = async (text: string | Uint8Array, filename = 'a.csv'): Promise<string> =>
  (await convert(Buffer.from(text), { filename })).markdown

const table = '| Name | Price |\n| ---- | ----: |\n| Oak  | 7.50  |\n| Elm  | 6     |\n'
const bare = (markdown: string): string => markdown.replace(/ +/g, ' ').replace(/-+/g, '-')

test.each([
  { name: 'commas', text: 'Name,Price\nOak,7.50\nElm,6\n' },
  { name: 'semicolons', text: 'Name;Price\r\nOak;7.50\r\nElm;6' },
  { name: 'tabs', text: 'Name\tPrice\nOak\t7.50\nElm\t6\n', file: 'a.tsv' },
  { name: 'pipes', text: 'Name|Price\nOak|7.50\nElm|6\n' },
  { name: 'a named delimiter', text: 'sep=^\nName^Price\nOak^7.50\nElm^6\n' },
  { name: 'quotes', text: '"Name","Price"\n"Oak","7.50"\nElm,6\n' },
  { name: 'a byte order mark', text: '\ufeffName,Price\nOak,7.50\nElm,6\n' },
  { name: 'empty lines', text: 'Name,Price\n\nOak,7.50\n\nElm,6\n\n' },
])('$name separate the cells', async ({ text, file }) => {
  expect(bare(await toMarkdown(text, file))).toBe(bare(table))
})

test('quoted cells hold delimiters, line ends and quotes', async () => {
  const { toJson } = await convert(Buffer.from('a,b\n"x, ""y""\nz",1\n'), { filename: 'a.csv' })
  expect(JSON.stringify(toJson().tables)).toContain(String.raw`x, \"y\"\nz`)
})

test('reads rows of uneven length, and rows without column names', async () => {
  expect(bare(await toMarkdown('a,b,c\n1\n2,3,4,5\n'))).toContain('| 2 | 3 | 4 | 5 |')
  const { toDocling } = await convert(Buffer.from('1,2\n3,4\n'), { filename: 'a.csv' })
  expect(JSON.stringify(toDocling())).not.toContain('"column_header":true')
  expect(await toMarkdown('')).toBe('')
})

test('detects the encoding', async () => {
  const latin = Buffer.from('Stra\u00dfe,Gr\u00f6\u00dfe\nM\u00fchle,hoch\n', 'latin1')
  expect(await toMarkdown(latin)).toContain('Größe')
  const wide = Buffer.from('\ufeffName,Price\nOak,7\n', 'utf16le')
  expect(bare(await toMarkdown(wide))).toContain('| Oak | 7 |')
})

test('an unclosed quote or many cells take linear time', async () => {
  expect(await toMarkdown(`a,b\n"${'x,'.repeat(50_000)}`)).toContain('x,x')
  const limits = { tableCells: 100 }
  const many = Buffer.from('1,2,3\n'.repeat(100))
  await expect(convert(many, { filename: 'a.csv', limits })).rejects.toThrow('too many cells')
})
