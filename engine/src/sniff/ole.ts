/** Lists the streams of an OLE2 compound file. [MS-CFB] 2. */

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Sector numbers from here on have special meanings ([MS-CFB] 2.1). */
const FIRST_SPECIAL_SECTOR = 0xfffffffa
/** Directory entries are 128 bytes ([MS-CFB] 2.6.1): UTF-16 name, its length in bytes at 64, the type at 66. */
const ENTRY_BYTES = 128
/** The most directory sectors that are read; an encrypted office file has fewer than ten. */
const MAX_DIRECTORY_SECTORS = 1_000

export function isOle(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** @returns Names of streams and storages; for a damaged directory, the readable ones. */
export function oleNames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 512) return []
  const sectorBytes = 2 ** view.getUint16(30, true)
  if (sectorBytes !== 512 && sectorBytes !== 4096) return []
  const names: string[] = []
  for (const sector of directorySectors(view, sectorBytes)) {
    const start = (sector + 1) * sectorBytes
    for (
      let at = start;
      at < start + sectorBytes && at + ENTRY_BYTES <= bytes.length;
      at += ENTRY_BYTES
    ) {
      const name = entryName(bytes, view, at)
      if (name !== undefined) names.push(name)
    }
  }
  return names
}

function entryName(bytes: Uint8Array, view: DataView, at: number): string | undefined {
  const length = view.getUint16(at + 64, true)
  if (view.getUint8(at + 66) === 0 || length < 2 || length > 64) return undefined
  return Buffer.from(bytes.subarray(at, at + length - 2)).toString('utf16le')
}

/** Follows the chain of directory sectors through the file allocation table, whose own sectors the header lists. */
function* directorySectors(view: DataView, sectorBytes: number): Generator<number> {
  const perSector = sectorBytes / 4
  let sector = view.getUint32(48, true)
  for (let count = 0; count < MAX_DIRECTORY_SECTORS; count += 1) {
    if (sector >= FIRST_SPECIAL_SECTOR) return
    yield sector
    // The header lists the first 109 sectors of the table, which cover the first 7 MB, where directories begin.
    const tableIndex = Math.floor(sector / perSector)
    if (tableIndex >= 109) return
    const tableSector = view.getUint32(76 + 4 * tableIndex, true)
    const at = (tableSector + 1) * sectorBytes + 4 * (sector % perSector)
    if (tableSector >= FIRST_SPECIAL_SECTOR || at + 4 > view.byteLength) return
    sector = view.getUint32(at, true)
  }
}
