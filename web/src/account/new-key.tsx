/** The form for a new key, and the new key, which is shown once. */
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { post } from '../frame/index.ts'
import { CopyButton, Notice, useAction } from '../ui/index.ts'

const allowances = [
  ['all', 'everything'],
  ['convert', 'only the fast lane'],
  ['read', 'only read jobs'],
] as const

interface NewKeyProps {
  readonly onMade: (key: string) => Promise<void>
}

export function NewKey({ onMade }: NewKeyProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const { run, isRunning, complaint } = useAction(async () => {
    if (!form.current) return
    // Sound: the form holds no files.
    const fields = Object.fromEntries(new FormData(form.current)) as Record<string, string>
    const { key } = await post<{ key: string }>('/account/keys', fields)
    form.current.reset()
    await onMade(key)
  })
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    run()
  }
  return (
    <form className="card stack" ref={form} onSubmit={onSubmit} noValidate>
      <h2>Make a key</h2>
      <div className="form-row">
        <label className="field">
          <span>Name</span>
          <input name="name" maxLength={100} placeholder="for example, laptop" />
        </label>
        <label className="field">
          <span>Kind</span>
          <select name="kind">
            <option value="live">live</option>
            <option value="test">test</option>
          </select>
        </label>
        <label className="field">
          <span>Credit limit per month</span>
          <input name="cap" inputMode="numeric" placeholder="no limit" />
        </label>
        <label className="field">
          <span>Allowed</span>
          <select name="may">
            {allowances.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button primary" disabled={isRunning}>
          Make a key
        </button>
      </div>
      <div aria-live="assertive">
        {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
      </div>
    </form>
  )
}

interface ShownKeyProps {
  readonly secret: string
  readonly isReplacement: boolean
  readonly onDone: () => void
}

export function ShownKey({ secret, isReplacement, onDone }: ShownKeyProps): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card stack" aria-label="Your new key">
      <h2 ref={heading} tabIndex={-1}>
        Your new key
      </h2>
      <p>Copy it now: it is not stored and cannot be shown again.</p>
      <code className="secret">{secret}</code>
      {isReplacement && <Notice tone="info">The old key works for another 24 hours.</Notice>}
      <div className="row">
        <CopyButton text={secret} what="key" />
        <button type="button" className="button compact" onClick={onDone}>
          I have copied it
        </button>
      </div>
    </section>
  )
}
