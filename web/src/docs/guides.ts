/** The guides: the files of `docs/`, in the order in which they are listed. */

interface Guide {
  readonly slug: string
  readonly title: string
}

interface GuideGroup {
  readonly name: string
  readonly guides: readonly Guide[]
}

const texts = import.meta.glob<string>('../../../docs/**/*.md', {
  query: '?raw',
  import: 'default',
})

const loaders = new Map(
  Object.entries(texts).map(([path, load]) => [
    path.replace(/^.*\/docs\//, '').replace(/\.md$/, ''),
    load,
  ]),
)

/** Title by file, by group. */
const titles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Get started': {
    lanes: 'Choose a lane',
    command: 'The command',
    library: 'The library',
    python: 'Python',
    assistants: 'Assistants (MCP)',
    cookbook: 'Cookbook',
    comparison: 'Comparison',
    'bad-output': 'Fix bad output',
  },
  'The API': {
    api: 'Calls and errors',
    webhooks: 'Webhooks',
    accounts: 'Accounts, keys, credits',
    limits: 'Limits',
  },
  'Output and formats': {
    markdown: 'Markdown output',
    'formats/pdf': 'PDF',
    'formats/docx': 'Word',
    'formats/pptx': 'PowerPoint',
    'formats/xlsx': 'Excel',
    'formats/html': 'HTML',
    'formats/text': 'Text',
    'formats/others': 'Images, CSV, EPUB',
    'formats/equations': 'Equations',
  },
  'Self-hosting': {
    deploy: 'Deploy',
    configuration: 'Configuration',
    operations: 'Operations',
    scaling: 'Scaling',
    upgrade: 'Upgrade',
    backup: 'Backup',
  },
}

/** Only guides whose file exists. */
export const groups: readonly GuideGroup[] = Object.entries(titles).map(([name, files]) => ({
  name,
  guides: Object.entries(files)
    .map(([slug, title]) => ({ slug, title }))
    .filter(({ slug }) => loaders.has(slug)),
}))

export const guides: readonly Guide[] = groups.flatMap((group) => group.guides)

export function findGuide(slug: string): Guide | undefined {
  return guides.find((guide) => guide.slug === slug)
}

/** Returns the address of a guide. `/docs/api` is the reference, so the guide `api` is at `/docs/calls`. */
export function addressOf(slug: string): string {
  return `/docs/${slug === 'api' ? 'calls' : slug}`
}

export function slugOf(address: string): string {
  return address === 'calls' ? 'api' : address
}

export async function loadGuide(slug: string): Promise<string> {
  return (await loaders.get(slug)?.()) ?? ''
}
