/** Formats rows of cells as columns of text. */

/** @param left Columns that are aligned to the left; the others, which hold numbers, are aligned to the right. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  left: readonly number[] = [0],
): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const pad = (cell: string, column: number): string =>
    left.includes(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}
