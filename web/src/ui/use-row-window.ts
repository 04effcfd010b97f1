// Of a long list of rows only those in sight stand in the page; each is as high as it is, and the one with the focus stays.
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'

/** Rows this far out of sight (px) are there already. */
const margin = 400

type WindowRow = { key: string; index: number; /** px from the top of the list */ top: number }

export const useRowWindow = (keys: readonly string[], estimate: number) => {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const [held, setHeld] = useState<string | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [heights] = useState(() => new Map<string, number>())
  const observer = useRef<ResizeObserver | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight || 800 })
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [])
  useEffect(() => () => observer.current?.disconnect(), [])
  /** The ref of each row. */
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row || typeof ResizeObserver === 'undefined') return undefined
      observer.current ??= new ResizeObserver((entries) => {
        for (const { target, borderBoxSize } of entries) {
          const { window: key } = (target as HTMLElement).dataset
          if (key !== undefined) heights.set(key, borderBoxSize[0]?.blockSize ?? estimate)
        }
        redraw()
      })
      observer.current.observe(row)
      return () => observer.current?.unobserve(row)
    },
    [heights, estimate],
  )
  let top = 0
  const rows: WindowRow[] = []
  keys.forEach((key, index) => {
    const height = heights.get(key) ?? estimate
    const isNear = top + height > view.top - margin && top < view.top + view.height + margin
    if (isNear || key === held) rows.push({ key, index, top })
    top += height
  })
  return { box, rows, height: top, measure, hold: setHeld }
}
