/** A sample with its finished result. */
import { type ReactNode, useCallback } from 'react'
import { CodeTabs } from '../code/index.ts'
import { type PictureSource, type RawResult, ResultViewer } from '../result/index.ts'
import { Main, Notice, pageCount, useData } from '../ui/index.ts'
import type { Sample } from './samples.tsx'

interface SampleFile extends RawResult {
  readonly pages: number
  readonly ocr_pages: number
  readonly format: string
}

const results = import.meta.glob<string>('../samples/*/result.json', {
  query: '?url',
  import: 'default',
  eager: true,
})
const pictures = import.meta.glob<string>('../samples/*/page-*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
})

interface SampleResultProps {
  readonly sample: Sample
  readonly onAgain: () => void
}

export default function SampleResult({ sample, onAgain }: SampleResultProps): ReactNode {
  const { name, title } = sample
  const load = useCallback(async (): Promise<SampleFile> => {
    const response = await fetch(results[`../samples/${name}/result.json`] ?? '')
    // Sound: `npm run samples` writes the file.
    return (await response.json()) as SampleFile
  }, [name])
  const { value, error } = useData(load)
  return (
    <Main title={`Sample ${title}`} size="wide" hasOwnHead>
      <h1 className="visually-hidden">Sample {title}</h1>
      <div className="stack">
        {error !== undefined && <Notice tone="bad">The sample could not be loaded.</Notice>}
        {value && (
          <ResultViewer
            result={value}
            pictures={picturesOf(name)}
            facts={`${pageCount(value.pages, typeOf(value.filename))} · fidelity lane${value.ocr_pages > 0 ? ' · read by OCR' : ''}`}
            actions={
              <button type="button" className="button compact" onClick={onAgain}>
                Another document
              </button>
            }
          />
        )}
        {value && (
          <CodeTabs
            call={{ lane: 'fidelity', filename: value.filename, mediaType: typeOf(value.filename) }}
          />
        )}
      </div>
    </Main>
  )
}

const sources = new Map<string, PictureSource>()

/** Returns the same object for each sample, so that pictures are not loaded again. */
function picturesOf(name: string): PictureSource {
  const cached = sources.get(name)
  if (cached) return cached
  const source = {
    load: async (page: number) => {
      const url = pictures[`../samples/${name}/page-${page}.jpg`]
      return url === undefined ? undefined : (await fetch(url)).blob()
    },
  }
  sources.set(name, source)
  return source
}

function typeOf(filename: string): string {
  if (filename.endsWith('.pdf')) return 'application/pdf'
  const kind = filename.endsWith('.pptx') ? 'presentationml.presentation' : 'spreadsheetml.sheet'
  return `application/vnd.openxmlformats-officedocument.${kind}`
}
