/** Parses `RECTO_STORAGE_URL` into the location of the store: a folder, or a bucket. */
import { join } from 'node:path'
import { openFolderStore } from './folder.ts'
import { openS3Store, type S3Location } from './s3.ts'
import type { Store } from './store.ts'

export type StoreLocation =
  | { readonly type: 'folder'; readonly folder: string }
  | { readonly type: 's3'; readonly bucket: S3Location }

/** @returns The location, or a sentence on why the address is invalid. */
export function parseStorageUrl(
  text: string | undefined,
  dataFolder: string,
  env: NodeJS.ProcessEnv,
): StoreLocation | string {
  if (text === undefined) return { type: 'folder', folder: join(dataFolder, 'files') }
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || url.hostname === '') {
    return 'must be s3://bucket/prefix?endpoint=…&region=…'
  }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey) return 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'
  const region = url.searchParams.get('region') ?? env['AWS_REGION'] ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    return 'has an endpoint that is not an http or https address'
  }
  const sessionToken = env['AWS_SESSION_TOKEN']
  return {
    type: 's3',
    bucket: {
      // The bucket is a part of the path: every service supports that, and no bucket needs a DNS name.
      url: `${endpoint.replace(/\/$/, '')}/${url.hostname}${url.pathname.replace(/\/$/, '')}`,
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken && { sessionToken }),
    },
  }
}

export async function openStore(location: StoreLocation): Promise<Store> {
  return location.type === 's3'
    ? openS3Store(location.bucket)
    : await openFolderStore(location.folder)
}
