// The browser's way back closes what lies over the page, as the Escape key does, and stays on the page.

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]'

type Entry = { index: number | null; hash: string }

/** Where in the history of this tab one stands: the router numbers its entries. */
const entryNow = (): Entry => {
  const state = window.history.state as { idx?: unknown } | null
  return { index: typeof state?.idx === 'number' ? state.idx : null, hash: window.location.hash }
}

let entry: Entry = { index: null, hash: '' }
let returning = false
/** What did not close when it was asked to holds nobody a second time. */
const asked = new WeakSet<Element>()

/** To be called whenever the router has moved on. */
export const noteEntry = (): void => void (entry = entryNow())

const isShown = (layer: Element): boolean => layer.checkVisibility?.() ?? true

const findTop = (): Element | null => [...document.querySelectorAll(layers)].findLast(isShown) ?? null

const closeLayer = (layer: Element): void => {
  if (layer instanceof HTMLDialogElement) return layer.close()
  const { activeElement } = document
  const target = activeElement && layer.contains(activeElement) ? activeElement : layer
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }))
}

/** How many entries back the browser has gone, and whether that was meant for a layer. A chat has an entry of its own. */
const stepsToUndo = (event: PopStateEvent, layer: Element | null): number => {
  const index = (event.state as { idx?: unknown } | null)?.idx
  const isHeld = layer !== null && !asked.has(layer) && !entry.hash.startsWith('#chat-')
  return isHeld && typeof index === 'number' && entry.index !== null ? Math.max(0, entry.index - index) : 0
}

const hear = (event: PopStateEvent): void => {
  if (returning) {
    returning = false
    return event.stopImmediatePropagation()
  }
  const layer = findTop()
  const steps = stepsToUndo(event, layer)
  if (layer === null || steps === 0) return
  // the router does not hear of it
  event.stopImmediatePropagation()
  asked.add(layer)
  returning = true
  window.history.go(steps)
  closeLayer(layer)
}

export const watchWayBack = (): (() => void) => {
  window.addEventListener('popstate', hear, { capture: true })
  return () => window.removeEventListener('popstate', hear, { capture: true })
}
