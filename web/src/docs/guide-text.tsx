/** A guide, rendered from its Markdown file. */
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { navigate, pathTo } from '../frame/index.ts'
import { renderMarkdown } from '../result/index.ts'
import { Notice, useData } from '../ui/index.ts'
import { addressOf, findGuide, loadGuide } from './guides.ts'

export function GuideText({ slug }: { readonly slug: string }): ReactNode {
  const { value, error } = useData(useCallback(() => loadGuide(slug), [slug]))
  const article = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = article.current
    if (value === undefined || !element) return
    const { fragment } = renderMarkdown(withoutTitle(value), 0)
    for (const link of fragment.querySelectorAll('a[href]')) lead(link, slug)
    for (const link of fragment.querySelectorAll('a[data-anchor]')) {
      const anchor = link.getAttribute('data-anchor') ?? ''
      leadTo(link, `${addressOf(slug)}#${anchor}`, () => scrollToHeading(element, anchor))
    }
    element.replaceChildren(fragment)
    scrollToHeading(element, window.location.hash.slice(1))
  }, [value, slug])
  if (error !== undefined) return <Notice tone="bad">The guide could not be loaded.</Notice>
  return <div className="prose" ref={article} />
}

/** Removes the title, which the page shows as its heading. */
function withoutTitle(text: string): string {
  return text.replace(/^# [^\n]*\n/, '')
}

/** Points a link such as `configuration.md#files` to the page of that guide; a link to another file becomes text. */
function lead(link: Element, from: string): void {
  const href = link.getAttribute('href') ?? ''
  if (/^https?:/.test(href)) return
  const { pathname, hash } = new URL(href, `https://guides.invalid/${from}`)
  const slug = pathname.slice(1).replace(/\.md$/, '')
  for (const name of ['target', 'rel']) link.removeAttribute(name)
  if (!findGuide(slug)) {
    link.replaceWith(...link.childNodes)
    return
  }
  leadTo(link, `${addressOf(slug)}${hash}`)
}

function leadTo(link: Element, to: string, act?: () => void): void {
  link.setAttribute('href', pathTo(to))
  link.addEventListener('click', (event) => {
    event.preventDefault()
    navigate(to)
    act?.()
  })
}

/** Scrolls to the heading with an anchor: `The public address` has `the-public-address`. */
function scrollToHeading(article: HTMLElement, anchor: string): void {
  if (anchor === '') return
  const headings = [...article.querySelectorAll('h2, h3, h4, h5, h6')]
  const found = headings.find(({ textContent }) => {
    const words = textContent.toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, '')
    return words.replaceAll(' ', '-') === anchor
  })
  found?.scrollIntoView()
}
