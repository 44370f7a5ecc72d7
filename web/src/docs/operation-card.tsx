/** One API call: code, parameters and answer. */
import { type ReactNode, useState } from 'react'
import { type Language, languages } from '../code/index.ts'
import { useSession } from '../frame/index.ts'
import { CopyButton, DataTable, TabPanel, Tabs } from '../ui/index.ts'
import { Described } from './described.tsx'
import { exampleOf } from './examples.ts'
import type { Field, Operation } from './openapi.ts'

export function OperationCard({ operation }: { readonly operation: Operation }): ReactNode {
  const { id, method, path, summary, about, auth, inputs, outputs, answers } = operation
  return (
    <section className="card stack operation" id={id} aria-labelledby={`${id}-name`}>
      <header>
        <span className={`method ${method.toLowerCase()}`}>{method}</span>
        <code>{path}</code>
        {auth === 'needed' && <span className="badge">needs a key</span>}
      </header>
      <div>
        <h3 id={`${id}-name`}>{summary}</h3>
        <p className="soft">
          <Described text={about} />
        </p>
      </div>
      <Example operation={operation} />
      {inputs.length > 0 && <Fields title="It takes" fields={inputs} />}
      {outputs.length > 0 && <Fields title="It answers" fields={outputs} />}
      <p className="soft small">
        Statuses:{' '}
        {answers.map(({ status, about: meaning }) => (
          <code key={status} title={meaning}>
            {status}{' '}
          </code>
        ))}
      </p>
    </section>
  )
}

function Example({ operation }: { readonly operation: Operation }): ReactNode {
  const { base_url } = useSession()
  const [language, setLanguage] = useState<Language>('curl')
  const code = exampleOf(operation, language, base_url)
  const id = `example-${operation.id}`
  return (
    <div className="stack tight">
      <div className="row between">
        <Tabs
          id={id}
          label={`Language of the example: ${operation.summary}`}
          names={languages}
          current={language}
          onSelect={setLanguage}
        />
        <CopyButton text={code} what="code" />
      </div>
      <TabPanel id={id} current={language}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
        <pre className="code" tabIndex={0}>
          {code}
        </pre>
      </TabPanel>
    </div>
  )
}

interface FieldsProps {
  readonly title: string
  readonly fields: readonly Field[]
}

function Fields({ title, fields }: FieldsProps): ReactNode {
  return (
    <DataTable caption={title} columns={[title, 'Type', 'What it is']}>
      {fields.map(({ name, location, type, isRequired, about }) => (
        <tr key={`${location} ${name}`}>
          <td>
            <code>{name}</code>
            <div className="soft small">
              {location}
              {isRequired && ', required'}
            </div>
          </td>
          <td>
            <code>{type}</code>
          </td>
          <td>
            <Described text={about} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
