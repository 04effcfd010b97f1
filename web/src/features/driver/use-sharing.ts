// Sends this device's positions while it is the one that is online.
import type { Fix } from '@wayfare/contract/trips'
import { useEffect, useMemo, useRef } from 'react'
import { onPositionsTaken, sendPositions, useLiveState } from '../../api/live.ts'
import { onForgotten, parseKept, readKept, writeKept } from '../../api/unsent.ts'
import { readDeviceId, readSeq, writeSeq } from './device.ts'
import { makeSharer, type DeviceReading, type LocationSharer } from './share-location.ts'

const RETRY_MS = 4000

const keptAs = 'positions'

const isFix = (value: unknown): value is Fix =>
  typeof value === 'object' &&
  value !== null &&
  ['seq', 'at', 'lat', 'lng'].every((field) => typeof Reflect.get(value, field) === 'number')

const sharerOf = (userId: string): LocationSharer =>
  makeSharer({
    device: readDeviceId(),
    now: () => Date.now(),
    send: (batch) => sendPositions(batch),
    readSeq,
    writeSeq,
    readKept: () => parseKept(readKept(userId, keptAs), isFix),
    writeKept: (fixes) => writeKept(userId, keptAs, fixes.length === 0 ? null : JSON.stringify(fixes)),
  })

let known: { userId: string; sharer: LocationSharer } | null = null

onForgotten((userId) => {
  if (known?.userId !== userId) return
  known.sharer.clear()
  known = null
})

/** One a person, whichever page is shown. */
const findSharer = (userId: string): LocationSharer => {
  if (known?.userId !== userId) known = { userId, sharer: sharerOf(userId) }
  return known.sharer
}

/** Positions of up to a time (epoch ms) that the server has not confirmed yet. */
export const countWaitingPositions = (upTo: number): number => known?.sharer.waiting(upTo) ?? 0

/** Hand it every reading; it keeps, sends and sends again. */
export const useSharing = (userId: string, active: boolean): ((reading: DeviceReading) => void) => {
  const live = useLiveState()
  const sharer = useMemo(() => findSharer(userId), [userId])
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
    () => (reading: DeviceReading) => {
      if (isActive.current) sharer.add(reading)
    },
    [sharer],
  )
}
