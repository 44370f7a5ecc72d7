/** Scrolls a pane to an element without scrolling the page. */

/** @param offset Pixels below the top of the target. */
export function scrollInto(
  pane: HTMLElement,
  target: HTMLElement,
  at: 'start' | 'middle',
  offset = 0,
): void {
  const distance = target.getBoundingClientRect().top - pane.getBoundingClientRect().top + offset
  const space = at === 'start' ? 8 : pane.clientHeight * 0.3
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const top = pane.scrollTop + distance - space
  pane.scrollTo({ top, behavior: isCalm ? 'auto' : 'smooth' })
}
