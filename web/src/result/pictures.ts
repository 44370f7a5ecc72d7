/** Pictures of pages, loaded when a page comes near and given up when it is far. */
import { useEffect, useState } from 'react'

export interface PictureSource {
  /**
   * @param width In pixels of the screen.
   * @returns An address; `undefined` for a page without a picture. One that begins with `blob:` is given back.
   */
  load(page: number, width: number): Promise<string | undefined>
}

/** Pages that are only scrolled past are not drawn. */
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
      // A page without its picture still has its boxes.
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

/** Whether an element is on the screen, or about to be. */
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
