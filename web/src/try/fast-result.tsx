/** Result of the fast lane: the Markdown beside the pages that the browser draws. */
import { type ReactNode, useCallback, useMemo } from 'react'
import { CodeTabs } from '../code/index.ts'
import { type PictureSource, type RawResult, ResultViewer, type Warning } from '../result/index.ts'
import { duration, Main, useData } from '../ui/index.ts'

interface FastResultProps {
  readonly file: File
  readonly markdown: string
  readonly warnings: readonly Warning[]
  readonly ms: number
  readonly onAgain: () => void
}

interface Drawn {
  readonly pictures: PictureSource
  readonly pages: NonNullable<RawResult['pageSizes']>
}

export default function FastResult(props: FastResultProps): ReactNode {
  const { file, markdown, warnings, ms, onAgain } = props
  const drawn = useDrawnPages(file)
  const result = useMemo(
    () => ({
      filename: file.name,
      markdown,
      warnings,
      ...(drawn && { pageSizes: drawn.pages }),
    }),
    [file, markdown, warnings, drawn],
  )
  return (
    <Main title={`Result: ${file.name}`} size="wide" hasOwnHead>
      <h1 className="visually-hidden">Result: {file.name}</h1>
      <div className="stack">
        <ResultViewer
          result={result}
          pictures={drawn?.pictures}
          facts={`Fast lane · ${duration(ms)}`}
          actions={
            <button type="button" className="button compact" onClick={onAgain}>
              Another document
            </button>
          }
        />
        <CodeTabs call={{ lane: 'fast', filename: file.name, mediaType: file.type }} />
      </div>
    </Main>
  )
}

/** Loads pdf.js and draws the pages of a PDF. */
function useDrawnPages(file: File): Drawn | undefined {
  const load = useCallback(async (): Promise<Drawn | undefined> => {
    if (file.type !== 'application/pdf') return undefined
    const { openPdf } = await import('./pdf.ts')
    return openPdf(file)
  }, [file])
  return useData(load).value
}
