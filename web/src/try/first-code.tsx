/** Code of a first call, loaded after the page. */
import { lazy, type ReactNode, Suspense } from 'react'
import type { Lane } from './lanes.tsx'

const CodeTabs = lazy(async () => {
  const { CodeTabs: Loaded } = await import('../code/index.ts')
  return { default: Loaded }
})

export function FirstCode({ lane }: { readonly lane: Lane }): ReactNode {
  const call = { lane, filename: 'report.pdf', mediaType: 'application/pdf' } as const
  return (
    <Suspense fallback={null}>
      <CodeTabs call={call} />
    </Suspense>
  )
}
