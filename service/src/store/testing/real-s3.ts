/** Creates buckets for tests in the object store that RECTO_TEST_S3_URL names (`.ci/object_store.py`). */
import { randomBytes } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Location } from '../s3.ts'

const url = process.env['RECTO_TEST_S3_URL']
if (!url) {
  process.stderr.write('Tests on a real object store are skipped: RECTO_TEST_S3_URL is not set.\n')
}

export const hasRealS3 = url !== undefined && url !== ''

/** The defaults are those of `.ci/object_store.py`. */
const access = {
  accessKeyId: process.env['RECTO_TEST_S3_KEY'] ?? 'test:recto',
  secretAccessKey: process.env['RECTO_TEST_S3_SECRET'] ?? 'secretkey',
  region: 'us-east-1',
}

/** Creates a new bucket. */
export async function makeRealBucket(): Promise<S3Location> {
  const bucket = { ...access, url: `${url}/recto-test-${randomBytes(6).toString('hex')}` }
  const { headers, ...signed } = await new AwsV4Signer({
    ...bucket,
    method: 'PUT',
    service: 's3',
  }).sign()
  const answer = await fetch(signed.url, { method: 'PUT', headers })
  if (!answer.ok) throw new Error(`No bucket: ${answer.status} ${await answer.text()}`)
  return bucket
}

/** Returns the settings of a service that uses this bucket. */
export function settingsOf({ url: bucketUrl, region, accessKeyId, secretAccessKey }: S3Location) {
  const { origin, pathname } = new URL(bucketUrl)
  return {
    RECTO_STORAGE_URL: `s3:/${pathname}?endpoint=${origin}&region=${region}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
