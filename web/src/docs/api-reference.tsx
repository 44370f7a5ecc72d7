/** `/docs/api`: every call, from the service's own OpenAPI document. */
import { type ReactNode, useCallback } from 'react'
import { api, pathTo } from '../frame/index.ts'
import { Notice, useData } from '../ui/index.ts'
import { type OpenApi, type Operation, readOperations } from './openapi.ts'
import { OperationCard } from './operation-card.tsx'

export function ApiReference(): ReactNode {
  const { value, error } = useData(useCallback(() => api<OpenApi>('/openapi.json'), []))
  if (error !== undefined) return <Notice tone="bad">The reference could not be loaded.</Notice>
  if (!value) return <p className="soft">Loading …</p>
  const operations = readOperations(value)
  return (
    <div className="stack">
      <p className="soft">
        Made from <a href={pathTo('/openapi.json')}>openapi.json</a>. Errors are{' '}
        <code>application/problem+json</code> with a stable <code>code</code>. Within v1 only
        additions are made.
      </p>
      <Contents operations={operations} />
      {value.tags.map(({ name, description }) => (
        <section key={name} className="stack">
          <h2 className="tag-name">{description ?? name}</h2>
          {operations
            .filter(({ tag }) => tag === name)
            .map((operation) => (
              <OperationCard key={operation.id} operation={operation} />
            ))}
        </section>
      ))}
    </div>
  )
}

function Contents({ operations }: { readonly operations: readonly Operation[] }): ReactNode {
  return (
    <nav className="card" aria-label="Calls">
      <ul className="plain">
        {operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.querySelector(`#${id}`)?.scrollIntoView()
              }}
            >
              <code>
                {method} {path}
              </code>
            </a>{' '}
            <span className="soft">{summary}</span>
          </li>
        ))}
      </ul>
    </nav>
  )
}
