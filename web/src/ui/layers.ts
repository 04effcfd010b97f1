// What lies over a page: dialogs, drawers, menus; which of them the way back closes, and how each is closed.

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]'

const isShown = (layer: Element): boolean => layer.checkVisibility?.() ?? true

/** From the lowest to the one on top. */
export const findLayers = (): Element[] => [...document.querySelectorAll(layers)].filter(isShown)

const closeButton = '.mantine-Modal-close, .mantine-Drawer-close'

/** As its own button or the Escape key does: what asks first still asks. */
export const closeLayer = (layer: Element): void => {
  if (layer instanceof HTMLDialogElement) return layer.close()
  const button = layer.querySelector<HTMLElement>(closeButton)
  if (button) return button.click()
  const { activeElement } = document
  const target = activeElement && layer.contains(activeElement) ? activeElement : layer
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }))
  return undefined
}

/** A layer that comes so soon after a page (ms), untouched, belongs to its address: the way back from that page closes it. */
const pageMs = 5000

/** Which layers the way back closes: those that somebody opened by hand and that were not asked to close since. */
export const makeLayerBook = () => {
  // what was opened before anybody listened was opened by hand, too
  let touchedAt = navigator.userActivation?.hasBeenActive ? performance.now() : Number.NEGATIVE_INFINITY
  let pageAt = Number.NEGATIVE_INFINITY
  let seen = new Map<Element, { ofPage: boolean; askedAt: number }>()
  const note = (shown: readonly Element[]): void => {
    const now = performance.now()
    const ofPage = pageAt > touchedAt && now - pageAt < pageMs
    seen = new Map(shown.map((layer) => [layer, seen.get(layer) ?? { ofPage, askedAt: Number.NEGATIVE_INFINITY }]))
  }
  const isHeld = (layer: Element): boolean => {
    const facts = seen.get(layer)
    // without a touch browsers skip the entry
    return facts !== undefined && !facts.ofPage && touchedAt > facts.askedAt
  }
  return {
    touch: () => void (touchedAt = performance.now()),
    notePage: () => void (pageAt = performance.now()),
    countHeld: (shown: readonly Element[]): number => {
      note(shown)
      return shown.filter(isHeld).length
    },
    /** The upper ones, from the top; what does not close holds nobody a second time. */
    takeTop: (shown: readonly Element[], most: number): Element[] => {
      note(shown)
      const held = shown.filter(isHeld).toReversed().slice(0, Math.max(0, most))
      for (const layer of held) seen.set(layer, { ofPage: false, askedAt: performance.now() })
      return held
    },
  }
}
