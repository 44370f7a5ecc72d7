/** Defines the style of all charts: colours for light and dark pages, text, numbers of axes. */

/** Colours that people with colour blindness can distinguish, on white and on black. */
export const SERIES = ['a', 'b', 'c'] as const

const palette = {
  light: {
    text: '#1f2328',
    faint: '#59636e',
    line: '#d1d9e0',
    a: '#0969da',
    b: '#bc4c00',
    c: '#8c959f',
  },
  dark: {
    text: '#f0f6fc',
    faint: '#9198a1',
    line: '#3d444d',
    a: '#4493f8',
    b: '#f0883e',
    c: '#6e7681',
  },
} as const

const rules = (colours: Readonly<Record<string, string>>): string =>
  Object.entries(colours)
    .map(([name, colour]) => `.${name}-fill{fill:${colour}}.${name}-line{stroke:${colour}}`)
    .join('')

/** @param body Elements with the classes `text-fill`, `a-line` and so on. */
export function svgOf(
  width: number,
  height: number,
  title: string,
  body: readonly string[],
): string {
  const style = `text{font:12px system-ui,sans-serif}.strong{font-weight:600}.end{text-anchor:end}.middle{text-anchor:middle}path{fill:none;stroke-width:1.5}${rules(palette.light)}@media (prefers-color-scheme:dark){${rules(palette.dark)}}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeText(title)}</title><style>${style}</style>`,
    ...body,
    '</svg>\n',
  ].join('\n')
}

export function textAt(x: number, y: number, classes: string, text: string): string {
  return `<text x="${round(x)}" y="${round(y)}" class="${classes}">${escapeText(text)}</text>`
}

export function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Returns about five round numbers from zero to a value. */
export function ticksTo(most: number): number[] {
  const rough = most / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}
