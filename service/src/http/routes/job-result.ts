/** `GET /v1/convert/jobs/{job_id}/result`: the result of a job. */
import { z } from 'zod'
import { findNoResult, type Jobs } from '../../jobs/index.ts'
import { claimantOf, getAdmission, refuseWithout } from '../caller.ts'
import { closeSignal } from '../client.ts'
import type { Context } from '../context.ts'
import { getOwnJob, jobParams } from '../find-job.ts'
import { forbidden } from '../openapi.ts'
import {
  acceptedBodies,
  chunkSize,
  conditions,
  documentSchema,
  etagOf,
  featureOf,
  formAccepted,
  matchesEtag,
  noResult,
  notModified,
  openAnswer,
  type ResultForm,
  resultHeaders,
  sendAnswer,
} from '../result-response.ts'
import type { App } from '../validation.ts'

const query = z.object({
  format: z
    .enum(['markdown', 'json'])
    .optional()
    .meta({ description: 'The format of the result.', default: 'markdown' }),
  chunk_size: chunkSize,
})

const answers = {
  200: {
    description: 'The document.',
    headers: resultHeaders,
    content: { ...acceptedBodies, 'application/json': { schema: documentSchema } },
  },
  304: notModified,
}

export function addJobResultRoute(app: App, context: Context, jobs: Jobs): void {
  app.route({
    method: 'GET',
    url: '/v1/convert/jobs/:job_id/result',
    config: {
      auth: 'concealed',
      problems: [
        ...forbidden,
        'job_not_ready',
        'job_failed',
        'result_expired',
        'conversion_failed',
      ],
    },
    schema: {
      operationId: 'getJobResult',
      summary: 'The result of a job',
      description:
        'Returns Markdown or JSON, any number of times, for free. `Accept: application/vnd.docling+json` returns the JSON that docling-core reads. `application/zip` returns the Markdown, the JSON and, for a job with `images=on`, the image files. `application/x-ndjson` returns chunks for search and language models.',
      tags: ['jobs'],
      params: jobParams,
      querystring: query,
      headers: conditions,
      response: answers,
    },
    handler: async (request, reply) => {
      const { format, chunk_size: size } = request.query
      const form = chooseForm(format, request.headers.accept)
      const wanted = { form, chunkSize: size }
      refuseWithout(getAdmission(request).caller, featureOf(form))
      const job = await getOwnJob(jobs, request)
      const reason = findNoResult(job)
      if (reason) throw noResult(reason, job)
      const etag = etagOf(job, wanted)
      if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) {
        return reply.headers({ etag, vary: 'Accept' }).code(304).send()
      }
      const claimant = claimantOf(request, 'conversions')
      const asking = { context, jobs, claimant, signal: closeSignal(reply) }
      const answer = await openAnswer(asking, job, wanted)
      if (!answer) throw noResult('result_expired', job)
      return sendAnswer(answer, reply)
    },
  })
}

/** `Accept` chooses between the two JSON formats, or among all formats if the query names none. */
function chooseForm(
  format: 'markdown' | 'json' | undefined,
  accept: string | undefined,
): ResultForm {
  const accepted = formAccepted(accept)
  if (format === undefined) return accepted ?? 'markdown'
  return format === 'json' && accepted === 'docling' ? 'docling' : format
}
