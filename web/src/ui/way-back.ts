// The first to hear of a way back, before the router: on the window listeners run in the order they came in, capturing or not.
type Hear = (event: PopStateEvent) => void

let hear: Hear | null = null

/** Who decides, once its code is there, whether the router hears of it. */
export const onWayBack = (listener: Hear): void => void (hear = listener)

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => hear?.(event))
