// Sends this device's positions while it is the one that is online.
import type { Fix } from '@wayfare/contract/trips'
import { useEffect, useMemo, useRef } from 'react'
import { onPositionsTaken, sendPositions, useLiveState } from '../../api/live.ts'
import { onForgotten, parseKept, readKept, writeKept } from '../../api/unsent.ts'
import { readDeviceId, readSeq, writeSeq } from './device.ts'
import { askDevice, makeSharer, type DeviceReading, type LocationSharer } from './share-location.ts'

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
/** When the device last said where it is (epoch ms, by itself). */
let heardAt = 0
/** How many parts of this page say where the driver is: the console is there before the part that stands in for it goes. */
let sharing = 0

onForgotten((userId) => {
  if (known?.userId !== userId) return
  known.sharer.clear()
  known = null
  heardAt = 0
})

/** One a person, whichever page is shown. */
const findSharer = (userId: string): LocationSharer => {
  if (known?.userId !== userId) known = { userId, sharer: sharerOf(userId) }
  return known.sharer
}

/** Positions of up to a time (epoch ms) that the server has not confirmed yet. */
export const countWaitingPositions = (upTo: number): number => known?.sharer.waiting(upTo) ?? 0

/** A place that was said so long ago (ms) is not where one is. */
const OLD_MS = 20_000

/**
 * Where the device is now, said before what happens there: a driver who comes back from another app has not been heard of for a while. It
 * has so long to answer (ms); one that is heard of anyway is not asked. Tells whether it said something.
 */
export const shareFreshPlace = async (withinMs: number): Promise<boolean> => {
  const sharer = known?.sharer
  if (!sharer || sharing === 0 || Math.abs(Date.now() - heardAt) < OLD_MS || !('geolocation' in navigator)) return false
  const reading = await new Promise<DeviceReading | null>((resolve) => {
    // a question for leave that nobody answers has no time of its own
    setTimeout(() => resolve(null), withinMs)
    askDevice(withinMs, resolve)
  })
  if (!reading || known?.sharer !== sharer) return false
  heardAt = Date.now()
  sharer.add(reading)
  sharer.flush()
  return true
}

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
    const mine = active ? 1 : 0
    sharing += mine
    // an answer of the device may come after a sign-out
    return () => {
      isActive.current = false
      sharing -= mine
    }
  }, [active])
  return useMemo(
    () => (reading: DeviceReading) => {
      if (!isActive.current) return
      heardAt = Date.now()
      sharer.add(reading)
    },
    [sharer],
  )
}
