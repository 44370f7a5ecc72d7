/**
 * Reads rich values, which older programs cannot represent: linked data types (stocks, geography), pictures in cells,
 * newer errors. Such a cell stores `#VALUE!` and an index into the metadata. [MS-XLSX] 2.3.6 and 2.6.
 */
import type { Warnings } from '../../errors.ts'
import {
  childrenNamed,
  descendantsNamed,
  findChild,
  type OfficePackage,
  type Relationships,
  type XmlElement,
} from '../ooxml/index.ts'

/** Returns the text of a value by a cell's `vm`, from 1; `undefined` if it is unknown. */
export type FindRichValue = (metadata: number) => string | undefined

/** Reads the rich values of a workbook; most workbooks have none. */
export async function readRichValues(
  office: OfficePackage,
  relationships: Relationships,
  warnings: Warnings,
): Promise<FindRichValue> {
  const read = (type: string): Promise<XmlElement | undefined> =>
    office.findXml(relationships.findPart(type), warnings)
  const metadata = await read('sheetMetadata')
  const values = await read('rdRichValue')
  if (!metadata || !values) return () => undefined
  const structures = childrenNamed(await read('rdRichValueStructure'), 'xlrd:s').map(toStructure)
  const texts = childrenNamed(values, 'xlrd:rv').map((value) =>
    writeValue(value, structures[Number(value.attributes['s'])]),
  )
  const indexes = listIndexes(metadata)
  return (number) => {
    const index = indexes[number - 1]
    return index === undefined ? undefined : texts[index]
  }
}

/** Returns the rich value index of each block of value metadata (ECMA-376 Part 1, 18.9.17). */
function listIndexes(metadata: XmlElement): (number | undefined)[] {
  const types = childrenNamed(findChild(metadata, 'x:metadataTypes'), 'x:metadataType')
  const type = types.findIndex(({ attributes }) => attributes['name'] === 'XLRICHVALUE') + 1
  const future = childrenNamed(metadata, 'x:futureMetadata').find(
    ({ attributes }) => attributes['name'] === 'XLRICHVALUE',
  )
  const blocks = childrenNamed(future, 'x:bk').map((block) => {
    const [value] = descendantsNamed(block, 'xlrd:rvb')
    return value && Number(value.attributes['i'])
  })
  return childrenNamed(findChild(metadata, 'x:valueMetadata'), 'x:bk').map((block) => {
    const record = childrenNamed(block, 'x:rc').find(
      ({ attributes }) => Number(attributes['t']) === type,
    )
    return record && blocks[Number(record.attributes['v'])]
  })
}

/** The keys of a rich value's fields, in order. */
interface Structure {
  readonly type: string
  readonly keys: readonly string[]
}

function toStructure(element: XmlElement): Structure {
  return {
    type: element.attributes['t'] ?? '',
    keys: childrenNamed(element, 'xlrd:k').map(({ attributes }) => attributes['n'] ?? ''),
  }
}

/** Errors by `errorType`: one less than the result of ERROR.TYPE. Older errors are stored directly. */
const errors: Readonly<Record<string, string>> = {
  8: '#SPILL!',
  9: '#CONNECT!',
  10: '#BLOCKED!',
  11: '#UNKNOWN!',
  12: '#FIELD!',
  13: '#CALC!',
  14: '#BUSY!',
  18: '#EXTERNAL!',
  19: '#TIMEOUT!',
}

const pictures: ReadonlySet<string> = new Set(['_localImage', '_webimage', '_imageurl'])

function writeValue(value: XmlElement, structure: Structure | undefined): string | undefined {
  if (!structure) return undefined
  const values = childrenNamed(value, 'xlrd:v')
  const find = (key: string): string | undefined => values[structure.keys.indexOf(key)]?.text
  if (structure.type === '_error') return errors[find('errorType') ?? '']
  // A picture is represented by its alternative text.
  if (pictures.has(structure.type)) return find('Text') ?? ''
  return find('_DisplayString')
}
