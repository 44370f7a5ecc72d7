/** How far a conversion is → one line on a terminal, drawn over itself. */

export interface ProgressBar {
  /** @param done Files that are finished. @param note What is being done, cut to the width. */
  show(done: number, note: string): void
  /** Takes the line away, so that other output can be printed. */
  clear(): void
}

/** Characters of the bar itself. */
const BAR_WIDTH = 24

/** Shows nothing. */
export const silent: ProgressBar = { show: () => {}, clear: () => {} }

/**
 * A bar on a terminal; nothing where the stream is a file or a pipe.
 *
 * @param total The number of files, if it is known.
 */
export function createProgressBar(
  stream: NodeJS.WriteStream,
  total: number | undefined,
): ProgressBar {
  if (!stream.isTTY) return silent
  return {
    show: (done, note) => {
      const line = progressLine(done, total, note, stream.columns ?? 80)
      stream.write(`\r\u001b[2K${line}`)
    },
    clear: () => stream.write('\r\u001b[2K'),
  }
}

/** @param columns Width of the terminal, characters. */
export function progressLine(
  done: number,
  total: number | undefined,
  note: string,
  columns: number,
): string {
  const width = Math.max(0, columns - 1)
  if (total === undefined) return `${done} done ${note}`.slice(0, width)
  const filled = Math.round((BAR_WIDTH * done) / Math.max(1, total))
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
  return `${bar} ${done}/${total} ${note}`.slice(0, width)
}
