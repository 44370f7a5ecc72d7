/** Reads the alternative text of a drawing object, unless it is a placeholder. */
import { readBoolean } from './drawing-lengths.ts'
import { findChild, type XmlElement } from './xml.ts'

/** File names, which programs store instead of a description: `image1.png`, `C:\photos\a.jpg`. */
const fileName =
  /^[^\n]{0,255}\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp|heic|mp4|mov|avi|wmv|mp3|wav)$/i

/** The sentence that Office appends, after a blank line, to a generated description. */
const guessed =
  /automatically generated|AI-generated content|automatisch generiert|KI-generierte|générée? automatiquement|généré par l.IA|generada automáticamente|generado por IA/i

/**
 * Reads the alternative text of a picture, chart or shape: its description, else its title, which LibreOffice uses.
 *
 * @param properties A `p:cNvPr`, `pic:cNvPr`, `wp:docPr`, … (ECMA-376 Part 1, 20.1.2.2.8).
 * @returns `undefined` if the text is missing or a file name, or if the object is marked as decorative.
 */
export function findDescription(properties: XmlElement | undefined): string | undefined {
  const { descr = '', title = '' } = properties?.attributes ?? {}
  const text = [withoutGuess(descr), title.trim()].find(
    (each) => each !== '' && !fileName.test(each),
  )
  return text === undefined || isDecorative(properties) ? undefined : text
}

function withoutGuess(description: string): string {
  const lines = description.trim().split('\n')
  const isGuess =
    lines.length > 2 && lines.at(-2)?.trim() === '' && guessed.test(lines.at(-1) ?? '')
  return (isGuess ? lines.slice(0, -1) : lines).join('\n').trim()
}

/** [MS-ODRAWXML] 2.1.2.5: `adec:decorative`. */
function isDecorative(properties: XmlElement | undefined): boolean {
  const extensions = findChild(properties, 'a:extLst')?.children ?? []
  return extensions
    .flatMap(({ children }) => children)
    .some(
      ({ name, attributes }) =>
        name === 'adec:decorative' && (readBoolean(attributes['val']) ?? true),
    )
}
