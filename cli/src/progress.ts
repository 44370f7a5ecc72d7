/** Shows the progress of a conversion as a line on a terminal that is redrawn in place. */

export interface ProgressBar {
  /**
   * @param done Finished files.
   * @param note The current activity, cut to the width.
   */
  show(done: number, note: string): void
  /** Removes the line, so that other output can be printed. */
  clear(): void
}

/** Width of the bar in characters. */
const BAR_WIDTH = 24

/** A progress bar that shows nothing. */
export const silent: ProgressBar = { show: () => {}, clear: () => {} }

/**
 * Creates a bar on a terminal, and {@link silent} for files and pipes.
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

/** @param columns Width of the terminal in characters. */
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
