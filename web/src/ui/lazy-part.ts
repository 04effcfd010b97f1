// A part of the page that is fetched when it is wanted: what does not come is asked for again in its place, and nothing is lost.
import { createElement, lazy, Suspense, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { makeListeners } from './listeners.ts'

/** What browsers say of a module, and the build's loader of a style, that did not come. */
const notCome = /dynamically imported module|Importing a module script failed|Unable to preload CSS|error loading dynamically/i

const longestWaitMs = 20_000

let missing = 0
const listeners = makeListeners()

const count = (by: number) => {
  missing += by
  listeners.notify()
}

/** Whether a part that somebody waits for has not come so far. */
export const useMissingPart = (): boolean =>
  useSyncExternalStore(
    listeners.add,
    () => missing > 0,
    () => false,
  )

/** Until then, or until the network is back. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
  })

/** The loader asks for a style once only, and would go on without it. */
const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`Unable to preload CSS for ${href}`))
    })
    document.head.append(link)
  })

const styleOf = (problem: unknown): string | null => /Unable to preload CSS for (\S+)/.exec(String(problem))?.[1] ?? null

const tryAgain = async <T>(load: () => Promise<T>, problem: unknown): Promise<T> => {
  const style = styleOf(problem)
  if (style !== null) await loadStyle(style)
  return load()
}

/** Loads until it comes. Anything but a part that did not come is a fault of ours, and is told. */
export const fetchPart = async <T>(load: () => Promise<T>): Promise<T> => {
  let problem: unknown = null
  for (let waitMs = 1000; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      const part = await (problem === null ? load() : tryAgain(load, problem))
      if (problem !== null) count(-1)
      return part
    } catch (cause) {
      if (problem === null) count(1)
      problem = cause
      if (notCome.test(String(cause))) await pause(waitMs)
      else {
        count(-1)
        throw cause
      }
    }
  }
}

/** A component that is fetched with its module. `fallback` stands in until it is there; without one a Suspense around it decides. */
export const makeLazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>, fallback?: ReactNode) => {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await fetchPart(load) }))
  if (fallback === undefined) return Part
  return (props: Props) => createElement(Suspense, { fallback }, createElement(Part, props))
}

/** A browser that does not tell when it is idle is so a moment after it has painted. */
const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const idle = window.requestIdleCallback(work, { timeout: 2000 })
  return () => window.cancelIdleCallback(idle)
}

/** Fetches parts once the page stands, so that they are there when they are wanted; what does not come, as soon as the network is back. */
export const useEarlyParts = (loads: readonly (() => Promise<unknown>)[]): void => {
  useEffect(() => {
    const fetchAll = () => {
      Promise.all(loads.map(async (load) => load())).catch(() => window.addEventListener('online', fetchAll, { once: true }))
    }
    const stop = whenIdle(fetchAll)
    return () => {
      stop()
      window.removeEventListener('online', fetchAll)
    }
  }, [loads])
}
