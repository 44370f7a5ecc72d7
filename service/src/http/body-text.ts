/** Reads short text bodies, such as forms. */
import { z } from 'zod'
import type { App } from './validation.ts'

/** Reads the bodies of all requests in a scope as text, and parses them. */
export function takeText(scope: App, maxBytes: number, read: (text: string) => unknown): void {
  scope.removeAllContentTypeParsers()
  const options = { parseAs: 'string', bodyLimit: maxBytes } as const
  scope.addContentTypeParser('*', options, (_request, body, done) => done(null, read(String(body))))
}

/** The body of a form on our pages; a missing body counts as an empty form. */
export const formBody = z
  .instanceof(URLSearchParams)
  .nullable()
  .transform((form) => form ?? new URLSearchParams())
