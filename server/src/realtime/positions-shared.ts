// Shares positions between processes: positions put here are sent to the others, and theirs are put here. They are batched by
// cell for a moment, so that the cost is per message and not per position.
import { asId } from '@wayfare/core/ids'
import { z } from 'zod'
import type { Bus } from '../adapters/ports.ts'
import { findCell } from './cells.ts'
import type { DriverPosition, Positions } from './positions.ts'

const subjects = 'positions.'
/** How long positions are batched (ms): at 50 km/h a car moves 3.5 m meanwhile. */
const gatherMs = 250
/** The same for a driver's first position (ms), since the driver may be asked right away. */
const gatherFirstMs = 20

/** A compact row: driver, latitude, longitude, heading, time (epoch ms), device, number. */
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

/** Sends the newest position of each driver, by cell. */
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

/** Removals are not shared: each process learns from the event that a driver is gone. */
export const sharePositions = (positions: Positions, bus: Bus): Positions => {
  const teller = makeTeller(bus)
  const own = new Set<string>()
  bus.subscribe(`${subjects}*`, (message) => {
    const told = rows.safeParse(message)
    for (const position of told.data?.map(readRow) ?? []) {
      // the bus also delivers a process's own messages
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
