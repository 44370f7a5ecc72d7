/** Icons in the colour of the text around them. They are decoration: the text beside them says the same. */
import type { ReactNode } from 'react'

const paths = {
  copy: 'M9 9h10v10H9zM5 15V5h10',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  download: 'M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 20h14',
  upload: 'M12 20V8m0 0L7 13m5-5l5 5M5 4h14',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zm5 12l5 5',
  warning: 'M12 4l9 16H3zM12 10v4.5m0 2.6v.1',
  info: 'M12 3a9 9 0 100 18 9 9 0 000-18zm0 8v5.5m0-9v.1',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  back: 'M15 5l-7 7 7 7',
  chevron: 'M9 6l6 6-6 6',
} as const

interface IconProps {
  readonly name: keyof typeof paths
}

export function Icon({ name }: IconProps): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  )
}
