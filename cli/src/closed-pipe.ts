/** A reader of standard output that has left (`recto … | head`) → a quiet end, as of any program in a pipe. */
export function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
