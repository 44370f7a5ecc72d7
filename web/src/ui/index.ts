/** Small parts that every page uses. */
export { CopyButton } from './copy.tsx'
export { Confirm } from './dialog.tsx'
export { bytes, count, date, duration, time } from './format.ts'
export { Icon } from './icon.tsx'
export { Main, NeedsSession, NotFound, Waiting } from './main.tsx'
export { Notice } from './notice.tsx'
export { TabPanel, Tabs } from './tabs.tsx'
export { useAction, useData } from './use-data.ts'
