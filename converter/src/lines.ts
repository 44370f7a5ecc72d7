/** Joins chunks of text into whole lines of bounded length. */

interface LineSplitter {
  /**
   * @returns The lines that the chunk completes; `undefined` after a line that is too long, and from then on.
   */
  push(chunk: string): string[] | undefined
}

export function createLineSplitter(maxCharacters: number): LineSplitter {
  let rest = ''
  let isTooLong = false
  return {
    push: (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      isTooLong ||= rest.length > maxCharacters || lines.some((line) => line.length > maxCharacters)
      if (!isTooLong) return lines
      rest = ''
      return undefined
    },
  }
}
