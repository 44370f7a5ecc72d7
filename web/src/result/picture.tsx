/** Pictures of pages, drawn while a page is near the viewport. */
import { type ReactNode, useEffect, useRef, useState } from 'react'

export interface PictureSource {
  /**
   * @param width In CSS pixels.
   * @returns An image file, or `undefined` for a page without a picture.
   */
  load(page: number, width: number): Promise<Blob | undefined>
}

interface PictureProps {
  readonly source: PictureSource
  readonly page: number
  readonly width: number
  /** Accessible name; without one the picture is decoration. */
  readonly name?: string
  readonly onDrawn?: (isDrawn: boolean) => void
}

/** Delay before loading, so that pages scrolled past are not drawn. */
const PASSING_MS = 120
/** Thumbnails are narrower, and drawn at their own size. */
const PAGE_WIDTH = 400

/** Draws on a canvas: its memory is freed at once, that of an `img` long after it is gone. */
export function Picture({ source, page, width, name, onDrawn }: PictureProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let isOver = false
    const draw = async (): Promise<void> => {
      const bitmap = await loadBitmap(source, page, width)
      if (!bitmap) return
      if (isOver) return bitmap.close()
      element.width = bitmap.width
      element.height = bitmap.height
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
      setIsDrawn(true)
    }
    const timer = setTimeout(() => void draw(), PASSING_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(null)
      setIsDrawn(false)
    }
  }, [source, page, width])
  useEffect(() => {
    onDrawn?.(isDrawn)
    return () => onDrawn?.(false)
  }, [isDrawn, onDrawn])
  const label = name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
  return <canvas ref={canvas} hidden={!isDrawn} {...label} />
}

/** @returns `undefined` for a page without a picture: its boxes are still shown. */
async function loadBitmap(
  source: PictureSource,
  page: number,
  width: number,
): Promise<ImageBitmap | undefined> {
  try {
    const file = await source.load(page, width)
    if (!file) return undefined
    if (width >= PAGE_WIDTH) return await createImageBitmap(file)
    return await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' })
  } catch {
    return undefined
  }
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
