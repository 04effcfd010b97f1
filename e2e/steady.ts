// How far what is painted is pushed about while a page comes, as browsers score it.
import type { Page } from '@playwright/test'

/** As much as a page may: a hair's breadth of the window. */
export const mostShift = 0.02

/** The sum of the shifts since the page was opened; nobody has touched it. */
export const measureShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
        // what happened before is told in a task of its own
        setTimeout(() => resolve(sum), 200)
      }),
  )
