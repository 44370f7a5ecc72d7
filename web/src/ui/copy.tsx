/** A button that copies a text and confirms it. */
import { type ReactNode, useState } from 'react'
import { Icon } from './icon.tsx'

interface CopyProps {
  readonly text: string | (() => string)
  /** Follows "Copy" in the label: `Copy Markdown`. */
  readonly what?: string
}

const SHOWN_MS = 2_000

export function CopyButton({ text, what }: CopyProps): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(typeof text === 'string' ? text : text())
    setState(isCopied ? 'copied' : 'refused')
    setTimeout(() => setState('idle'), SHOWN_MS)
  }
  const label = what === undefined ? 'Copy' : `Copy ${what}`
  return (
    <button type="button" className="button compact" onClick={() => void copy()}>
      <Icon name={state === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'Not copied' : label}
      </span>
    </button>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without TLS there is no clipboard API; copying a selection still works.
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const isCopied = document.execCommand('copy')
    area.remove()
    return isCopied
  }
}
