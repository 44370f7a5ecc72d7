/** The result of a job, fetched in all its forms. */
import { type ReactNode, useCallback, useMemo } from 'react'
import { CodeTabs } from '../code/index.ts'
import { request, sentenceOf } from '../frame/index.ts'
import {
  type Chunk,
  type PictureSource,
  type RawResult,
  ResultViewer,
  type StructuredDocument,
  saveBlob,
} from '../result/index.ts'
import { Confirm, count, duration, Notice, pageCount, useAction, useData } from '../ui/index.ts'
import { type Job, nameOf } from './types.ts'

const CHUNKS_TYPE = 'application/x-ndjson'

interface JobResultProps {
  readonly job: Job
  readonly onChanged: () => Promise<void>
}

export default function JobResult({ job, onChanged }: JobResultProps): ReactNode {
  const { value, error } = useData(useCallback(() => loadResult(job), [job]))
  const pictures = useMemo(() => picturesOf(job), [job])
  const filename = nameOf(job)
  if (error !== undefined) return <Notice tone="bad">{sentenceOf(error)}</Notice>
  if (!value) return <p className="soft">Loading the result …</p>
  const remove = async (): Promise<void> => {
    await request(`/v1/jobs/${job.id}`, { method: 'DELETE' })
    await onChanged()
  }
  return (
    <>
      <ResultViewer
        result={value}
        pictures={pictures}
        facts={factsOf(job)}
        actions={
          <>
            <ZipButton job={job} />
            <Confirm label="Delete" title="Delete this result now?" onConfirm={remove}>
              Markdown, JSON and pictures of {filename} are deleted. The record of the job stays.
            </Confirm>
          </>
        }
      />
      <CodeTabs
        call={{
          lane: 'fidelity',
          filename,
          mediaType: job.result?.media_type ?? 'application/pdf',
        }}
      />
    </>
  )
}

async function loadResult(job: Job): Promise<RawResult> {
  const path = `/v1/convert/jobs/${job.id}/result`
  const [markdown, json, chunks] = await Promise.all([
    request(path).then((response) => response.text()),
    // Sound: the service's tests check it against its schema.
    request(`${path}?format=json`).then(
      (response) => response.json() as Promise<StructuredDocument>,
    ),
    loadChunks(path),
  ])
  const warnings = job.result?.warnings ?? []
  return { filename: nameOf(job), markdown, document: json, warnings, ...(chunks && { chunks }) }
}

/** @returns `undefined` for a result of an older version, which has no chunks. */
async function loadChunks(path: string): Promise<readonly Chunk[] | undefined> {
  const response = await request(path, { headers: { accept: CHUNKS_TYPE } }).catch(() => undefined)
  if (!response?.headers.get('content-type')?.startsWith(CHUNKS_TYPE)) return undefined
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Chunk)
}

function picturesOf({ id, result }: Job): PictureSource {
  return {
    load: async (page) => {
      if (!result?.previews?.includes(page)) return undefined
      const response = await request(`/v1/jobs/${id}/pages/${page}`)
      return response.blob()
    },
  }
}

function factsOf({ result }: Job): string {
  if (!result) return ''
  const facts = [
    ...(result.pages > 0 ? [pageCount(result.pages, result.media_type)] : []),
    duration(result.duration_ms),
    ...(result.ocr_pages > 0 ? [`${count(result.ocr_pages, 'page')} read by OCR`] : []),
    `kept until ${new Date(result.expires_at).toLocaleDateString('en', { dateStyle: 'medium' })}`,
  ]
  return facts.join(' · ')
}

function ZipButton({ job }: { readonly job: Job }): ReactNode {
  const { run, isRunning } = useAction(async () => {
    const headers = { accept: 'application/zip' }
    const response = await request(`/v1/convert/jobs/${job.id}/result`, { headers })
    saveBlob(await response.blob(), `${nameOf(job).replace(/\.[^.]{1,10}$/, '')}.zip`)
  })
  return (
    <button type="button" className="button compact" disabled={isRunning} onClick={run}>
      Download zip
    </button>
  )
}
