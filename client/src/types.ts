/** Types of the API's objects. */
import type { JobResponse, JobSubmitResponse, MeResponse } from './openapi.ts'

export type Job = JobResponse
export type SubmittedJob = JobSubmitResponse
export type Account = MeResponse
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed'
