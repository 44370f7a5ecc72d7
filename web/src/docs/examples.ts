/** Writes the code example of an API call. */
import { type Language, writeCode } from '../code/index.ts'
import type { Operation } from './openapi.ts'

/** Values of path parameters. */
const values: Readonly<Record<string, string>> = { job_id: '$JOB', page: '1' }

export function exampleOf(operation: Operation, language: Language, baseUrl: string): string {
  const { id } = operation
  if (id === 'convert' || id === 'submitJob') {
    const lane = id === 'convert' ? 'fast' : 'fidelity'
    const call = { lane, filename: 'report.pdf', mediaType: 'application/pdf' } as const
    return writeCode(language, call, baseUrl)
  }
  return writers[language](operation, baseUrl)
}

type Write = (operation: Operation, baseUrl: string) => string

const writers: Readonly<Record<Language, Write>> = {
  curl: ({ method, path, auth }, baseUrl) => {
    const address = `"${baseUrl}${fill(path, (value) => value)}"`
    const verb = method === 'GET' ? '' : ` -X ${method}`
    return `curl${verb} ${address}${auth === 'none' ? '' : ` \\\n  -H "X-API-Key: $RECTO_KEY"`}`
  },
  TypeScript: ({ method, path, auth }, baseUrl) => {
    const address = fill(path, (value) => (value.startsWith('$') ? `\${process.env.JOB}` : value))
    const options = [
      ...(method === 'GET' ? [] : [`  method: '${method}',`]),
      ...(auth === 'none' ? [] : [`  headers: { 'X-API-Key': process.env.RECTO_KEY ?? '' },`]),
    ]
    const second = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
    return `const answer = await fetch(\`${baseUrl}${address}\`${second})
if (!answer.ok) throw new Error((await answer.json()).detail)
process.stdout.write(await answer.text())`
  },
  Python: ({ method, path, auth }, baseUrl) => {
    const address = fill(path, (value) => (value.startsWith('$') ? `{os.environ['JOB']}` : value))
    const headers =
      auth === 'none' ? '' : `,\n    headers={'X-API-Key': os.environ['RECTO_KEY']},\n`
    return `import os
import requests

answer = requests.${method.toLowerCase()}(${headers === '' ? '' : '\n    '}f"${baseUrl}${address}"${headers})
answer.raise_for_status()
print(answer.text)`
  },
}

function fill(path: string, write: (value: string) => string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => write(values[name] ?? name))
}
