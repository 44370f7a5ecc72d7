/** Writes the code of an API call in three languages. */

export const languages = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof languages)[number]

export interface Call {
  readonly lane: 'fast' | 'fidelity'
  readonly filename: string
  readonly mediaType: string
}

export function writeCode(language: Language, call: Call, baseUrl: string): string {
  return writers[language][call.lane](call, baseUrl)
}

type Write = (call: Call, baseUrl: string) => string

const writers: Readonly<Record<Language, Readonly<Record<Call['lane'], Write>>>> = {
  curl: {
    fast: ({ filename, mediaType }, baseUrl) => `curl '${baseUrl}/v1/convert' \\
  -F 'file=@${filename};type=${mediaType}'`,
    fidelity: ({ filename, mediaType }, baseUrl) => `curl '${baseUrl}/v1/convert/jobs?wait=60' \\
  -H "X-API-Key: $RECTO_KEY" \\
  -H 'Accept: text/markdown' \\
  -F 'file=@${filename};type=${mediaType}'`,
  },
  TypeScript: {
    fast: ({ filename }, baseUrl) => `import { Recto } from '@recto/client'

const recto = new Recto({ baseUrl: '${baseUrl}' })
const { markdown } = await recto.convert('${filename}', { lane: 'fast' })
process.stdout.write(markdown)`,
    fidelity: ({ filename }, baseUrl) => `import { Recto } from '@recto/client'

// The key comes from the environment: RECTO_KEY.
const recto = new Recto({ baseUrl: '${baseUrl}' })
const { markdown } = await recto.convert('${filename}')
process.stdout.write(markdown)`,
  },
  Python: {
    fast: ({ filename, mediaType }, baseUrl) => `import requests

with open('${filename}', 'rb') as document:
    answer = requests.post(
        '${baseUrl}/v1/convert',
        files={'file': ('${filename}', document, '${mediaType}')},
    )
answer.raise_for_status()
print(answer.json()['markdown'])`,
    fidelity: ({ filename, mediaType }, baseUrl) => `import os
import requests

with open('${filename}', 'rb') as document:
    answer = requests.post(
        '${baseUrl}/v1/convert/jobs?wait=60',
        headers={'X-API-Key': os.environ['RECTO_KEY'], 'Accept': 'text/markdown'},
        files={'file': ('${filename}', document, '${mediaType}')},
    )
answer.raise_for_status()
print(answer.text)`,
  },
}
