// A map within a page that scrolls: one finger scrolls the page, two move the map, and the map says so.
import type { MapRef } from '@vis.gl/react-maplibre'
import { useEffect } from 'react'

/** Mice and pens point at the map itself. */
const byFinger = '(pointer: coarse)'

/** A map that is used again keeps no gestures of the page that had it before. */
export const useTwoFingers = (map: MapRef | null, wanted: boolean): void => {
  useEffect(() => {
    const gestures = map?.getMap().cooperativeGestures
    if (!gestures || !wanted || !window.matchMedia(byFinger).matches) return undefined
    gestures.enable()
    return () => gestures.disable()
  }, [map, wanted])
}
