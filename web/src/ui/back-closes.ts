// Promise: the way back of browser and phone closes what lies over the page, the top layer first, and stays on the page.
// Each layer has an entry of its own in the history, a twin of the page's that the router does not know of. What is closed in some
// other way takes its entry along; what is navigated to from a layer takes the entry's place.
import { closeLayer, findLayers, makeLayerBook } from './layers.ts'
import { onWayBack } from './way-back.ts'

type State = { idx?: unknown; layer?: unknown } | null
type Place = { idx: unknown; layer: number }
type Write = [state: unknown, title: string, url?: string | URL | null]

const placeOf = (state: State): Place => ({ idx: state?.idx, layer: typeof state?.layer === 'number' ? state.layer : 0 })

/** A burst of changes on the page is looked at once (ms). */
const restMs = 30
/** So long (ms) a step back of ours may take, and leaving the page once it was begun: a download begins like that, too, and stays. */
const stepMs = 1000
const leaveMs = 8000

const makeWay = (history: History) => {
  const [push, replace, go] = [history.pushState.bind(history), history.replaceState.bind(history), history.go.bind(history)]
  const book = makeLayerBook()
  let here = placeOf(history.state as State)
  /** what the router wrote over a layer's entry, for the page's own entry below */
  let rewritten: Write | null = null
  /** what the router writes while a step of ours is under way */
  let waiting: (() => void)[] | null = null
  let leavingAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  const lookSoon = (ms = restMs): void => {
    clearTimeout(timer)
    timer = setTimeout(look, ms)
  }
  const endStep = (): void => {
    const writes = waiting ?? []
    waiting = null
    for (const write of writes) write()
    lookSoon()
  }
  const stepBack = (entries: number): void => {
    const mine: (() => void)[] = []
    waiting = mine
    go(-entries)
    setTimeout(() => waiting === mine && endStep(), stepMs)
  }
  const look = (): void => {
    if (waiting) return
    // a step now would end the way to the other page
    if (performance.now() - leavingAt < leaveMs) return lookSoon(leaveMs)
    const open = book.countHeld(findLayers())
    if (open < here.layer) return stepBack(here.layer - open)
    while (here.layer < open) {
      here = { ...here, layer: here.layer + 1 }
      push({ ...(history.state as object | null), layer: here.layer }, '', globalThis.location.href)
    }
  }
  const land = (place: Place): void => {
    here = place
    if (!rewritten) return
    const [state, title, url] = rewritten
    replace(place.layer > 0 ? { ...(state as object), layer: place.layer } : state, title, url)
    if (place.layer === 0) rewritten = null
  }
  return {
    lookSoon,
    leave: () => void (leavingAt = performance.now()),
    touch: () => {
      book.touch()
      lookSoon()
    },
    hear: (event: PopStateEvent): void => {
      const place = placeOf(event.state as State)
      const before = here
      lookSoon()
      if (place.idx !== before.idx || place.idx === undefined) {
        // another page: the router's business
        here = place
        rewritten = null
        if (waiting) endStep()
        return
      }
      event.stopImmediatePropagation()
      land(place)
      if (waiting) return endStep()
      book.takeTop(findLayers(), before.layer - place.layer).forEach(closeLayer)
    },
    pushState: (...write: Write): void => {
      if (waiting) return void waiting.push(() => history.pushState(...write))
      book.notePage()
      // where a layer's entry is, the new page comes in its place
      if (here.layer > 0) replace(...write)
      else push(...write)
      here = placeOf(write[0] as State)
      rewritten = null
      return undefined
    },
    replaceState: (...write: Write): void => {
      if (waiting) return void waiting.push(() => history.replaceState(...write))
      const { layer } = here
      if (layer > 0) rewritten = write
      replace(layer > 0 ? { ...(write[0] as object | null), layer } : write[0], write[1], write[2])
      here = { ...placeOf(write[0] as State), layer }
      return undefined
    },
    go: (delta = 0): void => {
      if (waiting) return void waiting.push(() => history.go(delta))
      // the router counts pages
      go(delta < 0 ? delta - here.layer : delta)
      return undefined
    },
  }
}

let isWatched = false

/** To be called once the page stands. */
export const watchWayBack = (): void => {
  if (isWatched) return
  isWatched = true
  const { history } = globalThis
  const way = makeWay(history)
  Object.assign(history, {
    pushState: way.pushState,
    replaceState: way.replaceState,
    go: way.go,
    back: () => way.go(-1),
  })
  onWayBack(way.hear)
  globalThis.addEventListener('beforeunload', way.leave)
  for (const kind of ['pointerdown', 'keydown']) globalThis.addEventListener(kind, way.touch, { capture: true, passive: true })
  new MutationObserver(() => way.lookSoon()).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributeFilter: ['open'],
  })
  way.lookSoon(0)
}
