// Sends this device's positions while it is the one that is online.
import { useEffect, useMemo, useRef } from 'react'
import { onPositionsTaken, sendPositions, useLiveState } from '../../api/live.ts'
import { deviceId, readSeq, writeSeq } from './device.ts'
import { makeSharer } from './share-location.ts'
import type { Reading } from './share-location.ts'

const RETRY_MS = 4000

let countWaiting = (): number => 0

/** Positions that the server has not confirmed yet. */
export const positionsWaiting = (): number => countWaiting()

/** Hand it every reading; it keeps, sends and sends again. */
export const useSharing = (active: boolean): ((reading: Reading) => void) => {
  const live = useLiveState()
  const sharer = useMemo(
    () => makeSharer({ device: deviceId(), now: () => Date.now(), send: (batch) => sendPositions(batch), readSeq, writeSeq }),
    [],
  )
  useEffect(() => {
    countWaiting = sharer.waiting
    return () => {
      countWaiting = () => 0
    }
  }, [sharer])
  useEffect(() => onPositionsTaken(({ seq }) => sharer.taken(seq)), [sharer])
  useEffect(() => {
    if (live === 'open' && active) sharer.reconnected()
  }, [live, active, sharer])
  useEffect(() => {
    if (!active) return undefined
    const timer = setInterval(sharer.flush, RETRY_MS)
    return () => clearInterval(timer)
  }, [active, sharer])
  const isActive = useRef(active)
  useEffect(() => {
    isActive.current = active
  }, [active])
  return useMemo(
    () => (reading: Reading) => {
      if (isActive.current) sharer.add(reading)
    },
    [sharer],
  )
}
