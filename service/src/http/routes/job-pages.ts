/** `GET /v1/jobs/{job_id}/pages/{page}`: the image of a page. */
import { findNoResult, type Jobs, openDrawing } from '../../jobs/index.ts'
import { getAdmission, refuseWithout } from '../caller.ts'
import { getOwnJob, jobParams } from '../find-job.ts'
import { forbidden } from '../openapi.ts'
import { Problem } from '../problem.ts'
import {
  conditions,
  matchesEtag,
  noResult,
  notModified,
  refuseUnread,
  resultHeaders,
} from '../result-response.ts'
import { type App, integerIn } from '../validation.ts'

const MEDIA_TYPE = 'image/png'
const MAX_PAGE = 999_999

const params = jobParams.extend({
  page: integerIn(1, MAX_PAGE).describe('Number of the page in the document, from 1.'),
})

const answers = {
  200: {
    description: 'The page, of at most two megapixels.',
    headers: { ETag: resultHeaders.ETag },
    content: { [MEDIA_TYPE]: { schema: { type: 'string', contentMediaType: MEDIA_TYPE } } },
  },
  304: notModified,
}

export function addJobPagesRoute(app: App, jobs: Jobs): void {
  app.route({
    method: 'GET',
    url: '/v1/jobs/:job_id/pages/:page',
    config: {
      auth: 'concealed',
      problems: [...forbidden, 'job_not_ready', 'job_failed', 'result_expired'],
    },
    schema: {
      operationId: 'getJobPage',
      summary: 'The image of a page',
      description:
        'Returns a page of a PDF that was submitted with `previews=on`, while its result is kept. `previews` in the result of the job lists the pages. Free.',
      tags: ['jobs'],
      params,
      headers: conditions,
      response: answers,
    },
    handler: async (request, reply) => {
      refuseWithout(getAdmission(request).caller, 'output_markdown')
      const { page } = request.params
      const job = await getOwnJob(jobs, request)
      const reason = findNoResult(job)
      if (reason) throw noResult(reason, job)
      const { drawings } = job.outputs ?? {}
      if (!drawings?.pages.some((each) => each.page === page)) {
        throw new Problem('not_found', `This job has no image of page ${page}.`)
      }
      const etag = `"${drawings.sha256}.${page}"`
      if (matchesEtag(request.headers['if-none-match'] ?? '', etag)) {
        return reply.headers({ etag }).code(304).send()
      }
      const file = await openDrawing(jobs.parts, job, page).catch(refuseUnread)
      if (!file) throw noResult('result_expired', job)
      return reply
        .type(MEDIA_TYPE)
        .headers({ etag, 'content-length': file.bytes })
        .send(file.stream)
    },
  })
}
