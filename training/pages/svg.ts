/** Builds drawings as SVG text, and records the words in them. */

export interface Drawing {
  readonly parts: string[]
  readonly labels: string[]
  readonly width: number
  readonly height: number
  readonly font: string
}

export const createDrawing = (width: number, height: number, font: string): Drawing => ({
  parts: [],
  labels: [],
  width,
  height,
  font,
})

const round = (value: number): string => String(Math.round(value * 100) / 100)

export const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Converts hue in degrees, saturation and lightness from 0 to 1 to `#rrggbb`: not every engine reads `hsl()`. */
export function colourOfHue(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (at: number): string => {
    const turn = (at + hue / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

export function line(
  drawing: Drawing,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  stroke: string,
  width = 0.75,
  dash = '',
): void {
  const dashes = dash ? ` stroke-dasharray="${dash}"` : ''
  drawing.parts.push(
    `<line x1="${round(x0)}" y1="${round(y0)}" x2="${round(x1)}" y2="${round(y1)}" stroke="${stroke}" stroke-width="${width}"${dashes}/>`,
  )
}

export function box(
  drawing: Drawing,
  [x, y, width, height]: readonly [number, number, number, number],
  fill: string,
  stroke = 'none',
  radius = 0,
): void {
  drawing.parts.push(
    `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" rx="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="0.75"/>`,
  )
}

export function path(
  drawing: Drawing,
  points: readonly (readonly [number, number])[],
  { stroke = 'none', fill = 'none', width = 1.2, dash = '' },
): void {
  const data = points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
  const dashes = dash ? ` stroke-dasharray="${dash}"` : ''
  drawing.parts.push(
    `<path d="${data}" stroke="${stroke}" fill="${fill}" stroke-width="${width}"${dashes}/>`,
  )
}

export function dot(drawing: Drawing, x: number, y: number, radius: number, fill: string): void {
  drawing.parts.push(
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`,
  )
}

export function words(
  drawing: Drawing,
  x: number,
  y: number,
  text: string,
  { size = 7, anchor = 'middle', turn = 0, fill = '#222', weight = 'normal' },
): void {
  if (text === '') return
  drawing.labels.push(text)
  const turned = turn ? ` transform="rotate(${turn} ${round(x)} ${round(y)})"` : ''
  drawing.parts.push(
    `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" fill="${fill}" font-weight="${weight}"${turned}>${escapeXml(text)}</text>`,
  )
}

export const svgOf = ({ parts, width, height, font }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}pt" height="${round(height)}pt" viewBox="0 0 ${round(width)} ${round(height)}" font-family="${font}">${parts.join('')}</svg>`
