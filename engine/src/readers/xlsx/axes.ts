/** Maps rows or columns of a sheet to positions in its table; long empty stretches can be left out. */

export interface Axis {
  readonly length: number
  /** The position of a row or column within the table; beyond the table's end, the last position. */
  positionOf(index: number): number
}

/** Maps all indexes from the first to the last. */
export function fullAxis(first: number, last: number): Axis {
  return {
    length: last - first + 1,
    positionOf: (index) => Math.min(index, last) - first,
  }
}

/** Maps the used indexes, with one empty position for each empty stretch between them. */
export function compactAxis(used: ReadonlySet<number>): Axis {
  const indexes = Float64Array.from(used).sort()
  const positions = new Float64Array(indexes.length)
  for (let at = 1; at < indexes.length; at += 1) {
    const isNext = indexes[at] === (indexes[at - 1] ?? 0) + 1
    positions[at] = (positions[at - 1] ?? 0) + (isNext ? 1 : 2)
  }
  return {
    length: (positions.at(-1) ?? -1) + 1,
    positionOf: (index) => positions[findLastUpTo(indexes, index)] ?? 0,
  }
}

function findLastUpTo(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
