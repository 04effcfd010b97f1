// Promise: a map comes into sight as a whole, and not tile by tile. What is drawn out of sight need not be copied to the screen, for
// which the page waits where there is no graphics processor: most of the time in which such a page could not be used.
import type { MapRef } from '@vis.gl/react-maplibre'
import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useState } from 'react'

/** Whoever has a slow network sees what there is after so long (ms). */
const patienceMs = 3000
/** So long after its tiles (ms) a map is shown that does not come to rest, as with a car that moves. */
const restMs = 700
const lookEveryMs = 30

/** Calls back when all that was asked of the graphics processor is done; the answer ends the waiting. */
const awaitDrawing = (gl: WebGL2RenderingContext | null, then: () => void): (() => void) => {
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (!gl || !fence) {
    then()
    return () => undefined
  }
  gl.flush()
  const timer = setInterval(() => {
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return
    clearInterval(timer)
    gl.deleteSync(fence)
    then()
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** What comes in tiles. */
const listTiled = ({ sources }: StyleSpecification): string[] =>
  Object.keys(sources).filter((id) => sources[id]?.type !== 'geojson')

/** Whether the map is to be seen: once it has drawn its first view and rests, or soon after its tiles are there. */
export const useFirstPicture = (map: MapRef | null, style: StyleSpecification | null): boolean => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!map || !style || isShown) return undefined
    const tiled = listTiled(style)
    const show = () => setShown(true)
    const timers = [setTimeout(show, patienceMs)]
    let stopWaiting = (): void => undefined
    const onRest = () => {
      stopWaiting()
      stopWaiting = awaitDrawing(map.getCanvas().getContext('webgl2'), show)
    }
    const onRender = () => {
      if (!tiled.every((id) => map.getSource(id) && map.isSourceLoaded(id))) return
      map.off('render', onRender)
      timers.push(setTimeout(onRest, restMs))
    }
    map.on('render', onRender)
    map.on('idle', onRest)
    // one that was on another page before may be whole already
    if (map.loaded()) onRest()
    return () => {
      timers.forEach((timer) => clearTimeout(timer))
      map.off('render', onRender)
      map.off('idle', onRest)
      stopWaiting()
    }
  }, [map, style, isShown])
  return isShown
}
