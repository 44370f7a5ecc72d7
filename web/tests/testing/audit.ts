/** Checks accessibility: names, landmarks, contrast, no horizontal scrolling. Runs in the browser, so it imports nothing. */

/** @returns A sentence for each fault. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: The browser gets the source of this function alone.
export function audit(): string[] {
  const faults: string[] = []
  const countOf = (selector: string): number => document.querySelectorAll(selector).length
  for (const selector of ['main', 'h1', 'title']) {
    if (countOf(selector) !== 1) faults.push(`There are ${countOf(selector)} of ${selector}.`)
  }
  if (document.documentElement.lang === '') faults.push('The page has no language.')
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of ids.filter((each, at) => ids.indexOf(each) !== at)) faults.push(`Twice: #${id}`)
  const wide = document.documentElement.scrollWidth - window.innerWidth
  if (wide > 0) faults.push(`The page is ${wide} pixels too wide.`)

  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? ''
    const by = (element.getAttribute('aria-labelledby') ?? '').split(' ')
    const labelled = by.map((id) => (id === '' ? '' : document.getElementById(id)?.textContent))
    const own = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const select = element instanceof HTMLSelectElement ? [...element.labels] : []
    const texts = [...own, ...select].map(({ textContent }) => textContent)
    return [label, ...labelled, ...texts, element.textContent, element.getAttribute('alt') ?? '']
      .join('')
      .trim()
  }
  const named = 'button, a[href], input, select, textarea, [role=tab], [role=tabpanel], dialog'
  for (const element of document.querySelectorAll(named)) {
    if (nameOf(element) === '') faults.push(`Without a name: ${element.outerHTML.slice(0, 120)}`)
  }
  for (const image of document.querySelectorAll('img:not([alt])')) {
    faults.push(`Without alt: ${image.outerHTML.slice(0, 120)}`)
  }

  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const rgba = (color: string): readonly number[] => {
    if (!context) return [0, 0, 0, 255]
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }
  const luminance = (color: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = color.slice(0, 3).map((value) => {
      const part = value / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const groundOf = (element: Element): readonly number[] | undefined => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (at.matches('.paper, .sample-picture')) return undefined
      const color = rgba(getComputedStyle(at).backgroundColor)
      if (color[3] === 255) return color
      if ((color[3] ?? 0) > 0) return undefined
    }
    return rgba(getComputedStyle(document.body).backgroundColor)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const isShown = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!element || !isShown || (node.textContent ?? '').trim() === '') continue
    const ground = groundOf(element)
    if (!ground || element.closest(':disabled')) continue
    const style = getComputedStyle(element)
    const isLarge = Number.parseFloat(style.fontSize) >= 24
    const [light = 1, dark = 1] = [luminance(rgba(style.color)), luminance(ground)].toSorted(
      (a, b) => b - a,
    )
    const ratio = (light + 0.05) / (dark + 0.05)
    if (ratio < (isLarge ? 3 : 4.5)) {
      faults.push(`Contrast ${ratio.toFixed(2)}: "${(node.textContent ?? '').trim().slice(0, 40)}"`)
    }
  }
  return [...new Set(faults)]
}
