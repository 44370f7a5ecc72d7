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
    if (value === undefined || !article.current) return
    const { fragment } = renderMarkdown(withoutTitle(value), 0)
    for (const link of fragment.querySelectorAll('a[href]')) lead(link, slug)
    article.current.replaceChildren(fragment)
  }, [value, slug])
  if (error !== undefined) return <Notice tone="bad">The guide could not be loaded.</Notice>
  return <div className="prose" ref={article} />
}

/** Removes the title, which the page shows as its heading. */
function withoutTitle(text: string): string {
  return text.replace(/^# [^\n]*\n/, '')
}

/** Points a link such as `configuration.md` to the page of that guide; removes links to other files. */
function lead(link: Element, from: string): void {
  const href = link.getAttribute('href') ?? ''
  if (/^https?:/.test(href)) return
  const base = `https://guides.invalid/${from}`
  const slug = new URL(href, base).pathname.slice(1).replace(/\.md$/, '')
  for (const name of ['target', 'rel']) link.removeAttribute(name)
  if (!findGuide(slug)) {
    link.removeAttribute('href')
    return
  }
  const to = addressOf(slug)
  link.setAttribute('href', pathTo(to))
  link.addEventListener('click', (event) => {
    event.preventDefault()
    navigate(to)
  })
}
