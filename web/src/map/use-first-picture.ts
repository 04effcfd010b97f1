// Promise: a map comes into sight as a whole, and not tile by tile. What is drawn out of sight need not be copied to the screen, for
// which the page waits where there is no graphics processor: most of the time in which such a page could not be used.
import type { MapRef } from '@vis.gl/react-maplibre'
import { useEffect, useState } from 'react'

/** Whoever has a slow network sees what there is after so long (ms). */
const patienceMs = 3000
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

/** Whether the map is to be seen: once it has drawn its first view and rests. Until then nothing on it may move by itself. */
export const useFirstPicture = (map: MapRef | null): boolean => {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!map || isShown) return undefined
    const show = () => setShown(true)
    const timer = setTimeout(show, patienceMs)
    let stopWaiting = (): void => undefined
    const onRest = () => {
      stopWaiting()
      stopWaiting = awaitDrawing(map.getCanvas().getContext('webgl2'), show)
    }
    map.on('idle', onRest)
    // one that was on another page before may be whole already
    if (map.loaded()) onRest()
    return () => {
      clearTimeout(timer)
      map.off('idle', onRest)
      stopWaiting()
    }
  }, [map, isShown])
  return isShown
}
