/** A description of the OpenAPI document; text in backticks is code. */
import { Fragment, type ReactNode } from 'react'

export function Described({ text }: { readonly text: string }): ReactNode {
  return text.split('`').map((part, at) => {
    const key = `${at} ${part}`
    return at % 2 === 1 ? <code key={key}>{part}</code> : <Fragment key={key}>{part}</Fragment>
  })
}
