/** Ends quietly when the reader of standard output has closed the pipe (`recto … | head`). */
export function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
