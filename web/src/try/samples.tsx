/** The bundled sample documents with finished results. */
import type { ReactNode } from 'react'
import { setQuery } from '../frame/index.ts'
import deck from '../samples/deck/page-1.jpg'
import paper from '../samples/paper/page-1.jpg'
import receipt from '../samples/receipt/page-1.jpg'
import statement from '../samples/statement/page-1.jpg'

export interface Sample {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly picture: string | undefined
}

const samples: readonly Sample[] = [
  { name: 'paper', title: 'paper', about: 'Two columns, formulas, a footnote', picture: paper },
  {
    name: 'statement',
    title: 'financial table',
    about: 'Spanning heads, totals',
    picture: statement,
  },
  {
    name: 'receipt',
    title: 'scanned receipt',
    about: 'A photograph, read by OCR',
    picture: receipt,
  },
  { name: 'deck', title: 'slide deck', about: 'Titles, nested lists, a table', picture: deck },
  {
    name: 'workbook',
    title: 'spreadsheet',
    about: 'Two sheets, dates, percents',
    picture: undefined,
  },
]

export function findSample(name: string | null): Sample | undefined {
  return samples.find((sample) => sample.name === name)
}

export function SampleList(): ReactNode {
  return (
    <section className="stack tight" aria-labelledby="samples">
      <h2 id="samples">Or take a sample</h2>
      <ul className="samples">
        {samples.map(({ name, title, about, picture }) => (
          <li key={name}>
            <button type="button" className="sample" onClick={() => setQuery({ sample: name })}>
              <span className="sample-picture" aria-hidden="true">
                {picture === undefined ? <Cells /> : <img src={picture} alt="" loading="lazy" />}
              </span>
              <strong>Sample {title}</strong>
              <span className="soft small">{about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Cells(): ReactNode {
  return (
    <span className="sample-cells">
      {Array.from({ length: 32 }, (_each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing.
        <span key={at} />
      ))}
    </span>
  )
}
