// The positions of one process among several: what is put here is told to the others, and what they tell is put here. They are told
// by cell, gathered for a moment, so that a process pays for messages and not for each position.
import { asId } from '@wayfare/core/ids'
import { z } from 'zod'
import type { Bus } from '../adapters/ports.ts'
import { findCell } from './cells.ts'
import type { DriverPosition, Positions } from './positions.ts'

const subjects = 'positions.'
/** At 50 km/h a car comes 3.5 m further meanwhile (ms). */
const gatherMs = 250
/** Who was nowhere before may be asked at once: so long the first place waits for others (ms). */
const gatherFirstMs = 20

/** As short as text can be: driver, latitude, longitude, heading, time (epoch ms), device, number. */
const row = z.tuple([z.string(), z.number(), z.number(), z.number().nullable(), z.number(), z.string(), z.number()])
const rows = z.array(row)
type Row = z.infer<typeof row>

const writeRow = ({ driverId, lat, lng, heading, at, device, seq }: DriverPosition): Row => [
  driverId,
  lat,
  lng,
  heading,
  at,
  device,
  seq,
]

const readRow = ([driverId, lat, lng, heading, at, device, seq]: Row): DriverPosition => ({
  driverId: asId<'user'>(driverId),
  lat,
  lng,
  heading,
  at,
  device,
  seq,
})

/** Of each driver the newest position since the last time, told by cell. */
const makeTeller = (bus: Bus) => {
  const waiting = new Map<string, DriverPosition>()
  let due: { at: number; timer: NodeJS.Timeout } | null = null
  const tell = (): void => {
    due = null
    const cells = new Map<string, Row[]>()
    for (const position of waiting.values()) {
      const cell = findCell(position)
      const known = cells.get(cell)
      if (known) known.push(writeRow(position))
      else cells.set(cell, [writeRow(position)])
    }
    waiting.clear()
    for (const [cell, told] of cells) bus.publish(`${subjects}${cell}`, told)
  }
  return {
    add: (position: DriverPosition, withinMs: number): void => {
      waiting.set(position.driverId, position)
      const at = performance.now() + withinMs
      if (due && due.at <= at) return
      clearTimeout(due?.timer)
      due = { at, timer: setTimeout(tell, withinMs).unref() }
    },
    drop: (driverId: string): void => void waiting.delete(driverId),
  }
}

/** Nobody tells that a driver is gone: each process learns that from the event, as one does. */
export const sharePositions = (positions: Positions, bus: Bus): Positions => {
  const teller = makeTeller(bus)
  const own = new Set<string>()
  bus.subscribe(`${subjects}*`, (message) => {
    const told = rows.safeParse(message)
    for (const position of told.data?.map(readRow) ?? []) {
      // a bus tells its own process, too
      if ((positions.last(position.driverId)?.at ?? 0) >= position.at) continue
      own.delete(position.driverId)
      positions.learn(position)
    }
  })
  return {
    ...positions,
    put: (position) => {
      const isFirst = positions.last(position.driverId) === null
      own.add(position.driverId)
      positions.put(position)
      teller.add(position, isFirst ? gatherFirstMs : gatherMs)
    },
    isOwn: (driverId) => own.has(driverId),
    remove: (driverId) => {
      own.delete(driverId)
      teller.drop(driverId)
      positions.remove(driverId)
    },
  }
}
