/** A button that asks for a confirmation before it acts. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Notice } from './notice.tsx'
import { useAction } from './use-data.ts'

interface ConfirmProps {
  /** Text of the button that opens the dialog and of the one that confirms. */
  readonly label: string
  /** Added to the accessible name if several buttons have the same label. */
  readonly name?: string
  readonly title: string
  readonly children: ReactNode
  readonly onConfirm: () => Promise<unknown>
  readonly isCompact?: boolean
  readonly isDisabled?: boolean
  /** True if the action deletes nothing: the button is then not red. */
  readonly isGentle?: boolean
}

export function Confirm(props: ConfirmProps): ReactNode {
  const { label, name, isCompact = true, isDisabled, isGentle = false } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`button ${isGentle ? '' : 'danger'} ${isCompact ? 'compact' : ''}`}
        aria-label={name === undefined ? undefined : `${label} ${name}`}
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </button>
      {isOpen && <Question {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Question({
  label,
  title,
  children,
  onConfirm,
  onClose,
}: ConfirmProps & { readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { run, isRunning, complaint } = useAction(async () => {
    await onConfirm()
    onClose()
  })
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className="stack">
        <h2 id={titleId}>{title}</h2>
        <div>{children}</div>
        {complaint !== undefined && <Notice tone="bad">{complaint}</Notice>}
        <div className="row">
          <button type="button" className="button danger" disabled={isRunning} onClick={run}>
            {label}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            Keep it
          </button>
        </div>
      </div>
    </dialog>
  )
}
