/** Loads pictures of pages near the viewport and releases the others. */
import { useEffect, useState } from 'react'

export interface PictureSource {
  /**
   * @param width In CSS pixels.
   * @returns An address, or `undefined` for a page without a picture. The caller revokes a `blob:` address.
   */
  load(page: number, width: number): Promise<string | undefined>
}

/** Delay before loading, so that pages scrolled past are not drawn. */
const PASSING_MS = 120

export function usePicture(
  source: PictureSource | undefined,
  page: number,
  isNear: boolean,
  width: number,
): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!source || !isNear) return
    let isOver = false
    let loaded: string | undefined
    const load = async (): Promise<void> => {
      // Without a picture, the boxes are still shown.
      const found = await source.load(page, width).catch(() => undefined)
      loaded = found
      if (isOver) release(found)
      else setUrl(found)
    }
    const timer = setTimeout(() => void load(), PASSING_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      setUrl(undefined)
      release(loaded)
    }
  }, [source, page, isNear, width])
  return url
}

function release(url: string | undefined): void {
  if (url?.startsWith('blob:')) URL.revokeObjectURL(url)
}

/** Returns true while an element is in or near the viewport. */
export function useNear(element: HTMLElement | null, margin: string): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => setIsNear(entry?.isIntersecting ?? false),
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, margin])
  return isNear
}
