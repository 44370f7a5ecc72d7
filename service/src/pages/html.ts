/** Templates with values → HTML, in which no value is taken for markup. */

/** Markup that may stand in a page as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | false | undefined | null | readonly Html[]

/** Values are escaped; what is HTML already stays, and what is not there is left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = strings.map((text, index) => `${text}${writeValue(values[index])}`)
  return new Html(parts.join(''))
}

function writeValue(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
