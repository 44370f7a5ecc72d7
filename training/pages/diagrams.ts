/** Draws figures other than charts: flow charts, trees, time lines, screens, logos, photographs. */
import type { Random } from './random.ts'
import { type Composer, cutAtWord, drawHeading, drawPhrase } from './stock.ts'
import { box, colourOfHue, type Drawing, dot, line, path, words } from './svg.ts'

/** Words in a box, on up to three lines. */
function labelBox(
  drawing: Drawing,
  place: readonly [number, number, number, number],
  text: string,
  { size, fill, radius = 0 }: { size: number; fill: string; radius?: number },
): void {
  const [x, y, width, height] = place
  box(drawing, place, fill, '#333', radius)
  const room = Math.max(4, Math.floor((width - 6) / (size * 0.52)))
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length + 1 <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.slice(0, room))
  }
  const shown = lines.slice(0, Math.max(1, Math.min(3, Math.floor(height / (size * 1.2)))))
  shown.forEach((row, at) => {
    const middle = y + height / 2 + size * 0.35
    words(drawing, x + width / 2, middle + (at - (shown.length - 1) / 2) * size * 1.2, row, {
      size,
    })
  })
}

function arrow(drawing: Drawing, x0: number, y0: number, x1: number, y1: number): void {
  line(drawing, [x0, y0, x1, y1], '#333', 1)
  const down = Math.abs(y1 - y0) > Math.abs(x1 - x0)
  const head: [number, number][] = down
    ? [
        [x1 - 2.5, y1 - 5],
        [x1 + 2.5, y1 - 5],
        [x1, y1],
      ]
    : [
        [x1 - 5, y1 - 2.5],
        [x1 - 5, y1 + 2.5],
        [x1, y1],
      ]
  path(drawing, head, { fill: '#333' })
}

export function flowChart(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(6, 8.5)
  const [rows, columns] = [random.int(2, 4), random.int(1, 3)]
  const [stepX, stepY] = [drawing.width / columns, drawing.height / rows]
  const fill = random.pick(['#fff', '#e8eef7', '#f3f3f3', '#fff2cc', '#e2f0d9'])
  const radius = random.pick([0, 0, 4, 9])
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [width, height] = [stepX * 0.76, stepY * 0.58]
      const [x, y] = [column * stepX + stepX * 0.12, row * stepY + stepY * 0.2]
      labelBox(drawing, [x, y, width, height], drawPhrase(composer, 40), { size, fill, radius })
      if (row > 0) arrow(drawing, x + width / 2, y - stepY * 0.4, x + width / 2, y)
      if (column > 0 && random.chance(0.5))
        arrow(drawing, x - stepX * 0.24, y + height / 2, x, y + height / 2)
    }
}

export function treeDiagram(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(6, 8)
  const leaves = random.int(2, 4)
  const [width, height] = [drawing.width / leaves, drawing.height / 3]
  const options = { size, fill: random.pick(['#fff', '#dae8fc', '#eee']) }
  labelBox(
    drawing,
    [drawing.width / 2 - width * 0.45, 2, width * 0.9, height * 0.6],
    drawHeading(composer),
    options,
  )
  for (let at = 0; at < leaves; at++) {
    const x = at * width + width * 0.06
    line(drawing, [drawing.width / 2, height * 0.6, x + width * 0.44, height * 1.1], '#333')
    labelBox(
      drawing,
      [x, height * 1.1, width * 0.88, height * 0.6],
      drawPhrase(composer, 26),
      options,
    )
    if (random.chance(0.6)) {
      line(drawing, [x + width * 0.44, height * 1.7, x + width * 0.44, height * 2.1], '#333')
      labelBox(
        drawing,
        [x, height * 2.1, width * 0.88, height * 0.6],
        drawPhrase(composer, 26),
        options,
      )
    }
  }
}

export function timeline(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(6, 8)
  const stops = random.int(3, 6)
  const y = drawing.height / 2
  line(drawing, [5, y, drawing.width - 5, y], '#555', 2)
  for (let at = 0; at < stops; at++) {
    const x = ((at + 0.5) * drawing.width) / stops
    dot(drawing, x, y, 4, '#27c')
    const above = at % 2 === 0 ? -1 : 1
    words(drawing, x, y + above * size * 1.6 + size * 0.3, String(2010 + at * 2), {
      size,
      weight: 'bold',
    })
    words(drawing, x, y + above * size * 3 + size * 0.3, cutAtWord(drawPhrase(composer, 18), 18), {
      size,
    })
  }
}

/** Boxes side by side with symbols, like an architecture or a network. */
export function formulaDiagram(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(6, 8.5)
  const layers = random.int(3, 6)
  const width = drawing.width / layers
  for (let at = 0; at < layers; at++) {
    const nodes = random.int(1, 4)
    for (let node = 0; node < nodes; node++) {
      const y = ((node + 0.5) * drawing.height) / nodes
      if (nodes > 2) dot(drawing, (at + 0.5) * width, y, 7, '#9cf')
      else
        labelBox(
          drawing,
          [
            at * width + width * 0.12,
            y - drawing.height * 0.12,
            width * 0.7,
            drawing.height * 0.24,
          ],
          drawPhrase(composer, 16),
          { size, fill: '#fff' },
        )
      if (nodes > 2)
        words(
          drawing,
          (at + 0.5) * width,
          y + size * 0.3,
          `${random.pick(['x', 'h', 'z', 'y'])}${node + 1}`,
          { size },
        )
      if (at > 0) arrow(drawing, at * width - width * 0.2, y, at * width + width * 0.12, y)
    }
  }
}

/** A window with a bar, a menu, rows and buttons, as vectors. */
export function screen(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const size = random.between(5.5, 7.5)
  box(drawing, [0, 0, drawing.width, drawing.height], '#fafafa', '#888', 3)
  box(drawing, [0, 0, drawing.width, size * 2], random.pick(['#345', '#ddd', '#2b579a']))
  words(drawing, 6, size * 1.4, cutAtWord(drawHeading(composer), 30), {
    size,
    anchor: 'start',
    fill: '#fff',
  })
  const menu = drawing.width * 0.25
  box(drawing, [0, size * 2, menu, drawing.height - size * 2], '#eee')
  const rows = Math.floor((drawing.height - size * 4) / (size * 2))
  for (let row = 0; row < rows; row++) {
    const y = size * 4 + row * size * 2
    if (row < 6)
      words(drawing, 5, y, cutAtWord(drawPhrase(composer, 14), 12), { size, anchor: 'start' })
    words(drawing, menu + 8, y, cutAtWord(drawPhrase(composer, 40), 40), { size, anchor: 'start' })
    if (random.chance(0.4))
      box(drawing, [drawing.width - 46, y - size, 38, size * 1.5], '#fff', '#999', 2)
  }
  if (random.chance(0.6))
    labelBox(
      drawing,
      [drawing.width - 50, drawing.height - size * 2.4, 42, size * 1.9],
      random.pick(['Save', 'OK', 'Cancel', 'Next']),
      { size, fill: '#cde', radius: 2 },
    )
}

export function logoGrid(drawing: Drawing, composer: Composer): void {
  const { random } = composer
  const [rows, columns] = [random.int(1, 3), random.int(2, 4)]
  const [width, height] = [drawing.width / columns, drawing.height / rows]
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [cx, cy] = [(column + 0.5) * width, (row + 0.5) * height]
      const colour = colourOfHue(random.int(0, 359), 0.6, 0.45)
      if (random.chance(0.5)) dot(drawing, cx, cy - 6, Math.min(width, height) * 0.2, colour)
      else
        box(
          drawing,
          [cx - width * 0.2, cy - height * 0.25, width * 0.4, height * 0.3],
          colour,
          'none',
          4,
        )
      words(drawing, cx, cy + height * 0.32, cutAtWord(drawHeading(composer), 14), {
        size: random.between(7, 11),
        weight: 'bold',
        fill: colour,
      })
    }
}

/** A raster image with noise and shapes like a photograph's, as a bitmap. */
export function picture(drawing: Drawing, { random }: Composer): void {
  const [width, height] = [96, Math.max(16, Math.round((96 * drawing.height) / drawing.width))]
  const data = bitmap(width, height, paintPhoto(random, width, height))
  drawing.parts.push(
    `<image x="0" y="0" width="${drawing.width.toFixed(2)}" height="${drawing.height.toFixed(2)}" preserveAspectRatio="none" href="data:image/bmp;base64,${data.toString('base64')}"/>`,
  )
}

function paintPhoto(random: Random, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3)
  const blobs = Array.from({ length: random.int(3, 8) }, () => ({
    x: random.int(0, width),
    y: random.int(0, height),
    radius: random.between(6, 40),
    colour: [random.int(0, 255), random.int(0, 255), random.int(0, 255)],
  }))
  const sky = [random.int(60, 230), random.int(60, 230), random.int(60, 230)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const hit = blobs.find((blob) => (blob.x - x) ** 2 + (blob.y - y) ** 2 < blob.radius ** 2)
      for (let band = 0; band < 3; band++) {
        const base = hit?.colour[band] ?? (sky[band] ?? 128) - (y / height) * 60
        pixels[(y * width + x) * 3 + band] = Math.max(0, Math.min(255, base + random.int(-14, 14)))
      }
    }
  return pixels
}

/** Windows bitmap, 24 bits a pixel, rows from the top; `width` is a multiple of four, so that rows need no padding. */
function bitmap(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM', 0, 'latin1')
  header.writeUInt32LE(header.length + pixels.length, 2)
  header.writeUInt32LE(header.length, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(-height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return Buffer.concat([header, pixels])
}
