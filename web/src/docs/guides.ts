/** The guides: the files of `docs/`, in the order in which they are listed. */

export interface Guide {
  readonly slug: string
  readonly title: string
}

export interface GuideGroup {
  readonly name: string
  readonly guides: readonly Guide[]
}

const texts = import.meta.glob<string>('../../../docs/**/*.md', {
  query: '?raw',
  import: 'default',
})

export const groups: readonly GuideGroup[] = [
  {
    name: 'Begin',
    guides: [
      { slug: 'lanes', title: 'Which lane when' },
      { slug: 'command', title: 'The command' },
      { slug: 'library', title: 'The library' },
      { slug: 'python', title: 'Python' },
      { slug: 'cookbook', title: 'Cookbook' },
      { slug: 'bad-output', title: 'Bad output, and what to do' },
    ],
  },
  {
    name: 'The API',
    guides: [
      { slug: 'api', title: 'Calls and errors' },
      { slug: 'webhooks', title: 'Webhooks' },
      { slug: 'accounts', title: 'Accounts, keys, credits' },
      { slug: 'limits', title: 'Limits' },
    ],
  },
  {
    name: 'What comes out',
    guides: [
      { slug: 'markdown', title: 'The Markdown' },
      { slug: 'formats/pdf', title: 'PDF' },
      { slug: 'formats/docx', title: 'Word' },
      { slug: 'formats/pptx', title: 'PowerPoint' },
      { slug: 'formats/xlsx', title: 'Excel' },
      { slug: 'formats/html', title: 'HTML' },
      { slug: 'formats/text', title: 'Text' },
      { slug: 'formats/equations', title: 'Equations' },
    ],
  },
  {
    name: 'Run it yourself',
    guides: [
      { slug: 'deploy', title: 'Deploy' },
      { slug: 'configuration', title: 'Configuration' },
      { slug: 'operations', title: 'Operations' },
      { slug: 'upgrade', title: 'Upgrade' },
      { slug: 'backup', title: 'Backup' },
    ],
  },
]

const loaders = new Map(
  Object.entries(texts).map(([path, load]) => [
    path.replace(/^.*\/docs\//, '').replace(/\.md$/, ''),
    load,
  ]),
)

/** Those that there is a file of; the API's own guide has another address than its reference. */
export const guides: readonly Guide[] = groups
  .flatMap((group) => group.guides)
  .filter(({ slug }) => loaders.has(slug))

export function findGuide(slug: string): Guide | undefined {
  return guides.find((guide) => guide.slug === slug)
}

/** Address of a guide. `api` is that of the reference. */
export function addressOf(slug: string): string {
  return `/docs/${slug === 'api' ? 'calls' : slug}`
}

export function slugOf(address: string): string {
  return address === 'calls' ? 'api' : address
}

export async function loadGuide(slug: string): Promise<string> {
  return (await loaders.get(slug)?.()) ?? ''
}
