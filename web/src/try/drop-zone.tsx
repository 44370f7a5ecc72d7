/** Takes a document by drop, paste or file dialog. */
import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../frame/index.ts'
import { bytes, Icon } from '../ui/index.ts'
import type { Lane } from './lanes.tsx'

interface DropZoneProps {
  readonly lane: Lane
  readonly onFile: (file: File) => void
}

const endings = '.pdf,.docx,.pptx,.xlsx,.html,.htm,.txt'

export function DropZone({ lane, onFile }: DropZoneProps): ReactNode {
  const { sync_max_bytes, async_max_bytes, max_pages } = useSession()
  const [isOver, setIsOver] = useState(false)
  usePaste(onFile)
  const take = (files: FileList | null | undefined): void => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  const limit =
    lane === 'fast' ? bytes(sync_max_bytes) : `${bytes(async_max_bytes)}, ${max_pages} pages`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside does the same by the keyboard.
    <div
      className={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <Icon name="upload" />
      <strong>Drop a document here, paste it, or choose one</strong>
      <p className="soft small">PDF, .docx, .pptx, .xlsx, HTML or text, up to {limit}</p>
      <input
        type="file"
        aria-label="Choose a document"
        accept={endings}
        onChange={({ target }) => {
          take(target.files)
          target.value = ''
        }}
      />
    </div>
  )
}

function usePaste(onFile: (file: File) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0]
      if (file) onFile(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [onFile])
}
