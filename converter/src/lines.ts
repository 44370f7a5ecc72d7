/** Chunks of text → whole lines, of bounded length. */

export interface LineSplitter {
  /**
   * @returns The lines that the chunk completes; `undefined` once a line has got too long, and ever after.
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
