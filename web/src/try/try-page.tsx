/** `/`: converts a document or shows a sample. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import {
  ApiError,
  fileOf,
  navigate,
  sentenceOf,
  setQuery,
  upload,
  useQuery,
  useSession,
} from '../frame/index.ts'
import { Main, Notice } from '../ui/index.ts'
import { DropZone } from './drop-zone.tsx'
import { FirstCode } from './first-code.tsx'
import { type Lane, Lanes } from './lanes.tsx'
import { findSample, SampleList } from './samples.tsx'
import { Working } from './working.tsx'

const FastResult = lazy(() => import('./fast-result.tsx'))
const SampleResult = lazy(() => import('./sample-result.tsx'))

interface Conversion {
  readonly file: File
  /** Share of the upload, 0 to 1. */
  readonly sent: number
  readonly abort: AbortController
}

interface Done {
  readonly file: File
  readonly markdown: string
  readonly warnings: readonly { readonly code: string; readonly message: string }[]
  readonly ms: number
}

interface FastAnswer {
  readonly markdown: string
  readonly warnings?: Done['warnings']
}

interface Attempt {
  readonly running: Conversion | undefined
  readonly done: Done | undefined
  /** Why the last conversion failed. */
  readonly complaint: string | undefined
  readonly convert: (given: File) => Promise<void>
  readonly clear: () => void
}

/** Converts in a lane: at once, or by a job whose page is shown next. */
function useConversion(lane: Lane): Attempt {
  const [running, setRunning] = useState<Conversion>()
  const [done, setDone] = useState<Done>()
  const [complaint, setComplaint] = useState<string>()
  const convert = async (given: File): Promise<void> => {
    const abort = new AbortController()
    try {
      setComplaint(undefined)
      const file = takeFile(given)
      const begin = performance.now()
      const onProgress = (sent: number): void => setRunning({ file, sent, abort })
      onProgress(0)
      if (lane === 'fidelity') {
        const path = '/v1/convert/jobs'
        const options = { fields: { previews: 'on' }, onProgress, signal: abort.signal }
        const { job_id } = await upload<{ job_id: string }>(path, file, options)
        return navigate(`/jobs/${job_id}`)
      }
      const answer = await upload<FastAnswer>('/v1/convert', file, {
        onProgress,
        signal: abort.signal,
      })
      const { markdown, warnings = [] } = answer
      setDone({ file, markdown, warnings, ms: performance.now() - begin })
    } catch (error) {
      if (!abort.signal.aborted) setComplaint(adviceOn(error))
    } finally {
      setRunning(undefined)
    }
  }
  return { running, done, complaint, convert, clear: () => setDone(undefined) }
}

export function TryPage(): ReactNode {
  const sample = findSample(useQuery().get('sample'))
  const { account } = useSession()
  const [wanted, setWanted] = useState<Lane>()
  const lane = wanted ?? (account ? 'fidelity' : 'fast')
  const { running, done, complaint, convert, clear } = useConversion(lane)
  if (running) return <Working {...running} lane={lane} onCancel={() => running.abort.abort()} />
  const again = (): void => {
    clear()
    setQuery({ sample: undefined, view: undefined })
  }
  if (done || sample) {
    return (
      <Suspense fallback={<main id="main" aria-busy="true" />}>
        {done ? (
          <FastResult {...done} onAgain={again} />
        ) : (
          sample && <SampleResult sample={sample} onAgain={again} />
        )}
      </Suspense>
    )
  }
  return (
    <Main title="Documents to clean Markdown" hasOwnHead>
      <div className="hero">
        <div className="hero-head">
          <h1>Documents to clean Markdown</h1>
          <p className="soft">
            PDF, Word, PowerPoint, Excel, HTML and text become Markdown and JSON, linked to their
            position on the page.
          </p>
        </div>
        <div aria-live="assertive">
          {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
        </div>
        <DropZone lane={lane} onFile={(file) => void convert(file)} />
        <Lanes lane={lane} onChange={setWanted} />
        <SampleList />
        <FirstCode lane={lane} />
      </div>
    </Main>
  )
}

/** @throws {ApiError} For an unsupported type. */
function takeFile(given: File): File {
  const file = fileOf(given)
  if (file) return file
  throw new ApiError({
    title: 'Unsupported',
    status: 415,
    code: 'unsupported_media_type',
    detail: `${given.name} is not a PDF, .docx, .pptx, .xlsx, HTML or text file. Other types are not supported.`,
  })
}

function adviceOn(error: unknown): string {
  const sentence = sentenceOf(error)
  if (error instanceof ApiError && error.code === 'credits_exhausted') {
    return `${sentence} The page Usage shows what they were spent on.`
  }
  return sentence
}
