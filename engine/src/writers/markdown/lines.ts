/** Lines of a block → lines inside of another: items, quotes, notes. */

/** `first` before the first line, `rest` before the others; blank lines get none of its blanks. */
export function prefixLines(text: string, first: string, rest: string): string {
  if (text === '') return first.trimEnd()
  return text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : rest
      return line === '' ? prefix.trimEnd() : prefix + line
    })
    .join('\n')
}
