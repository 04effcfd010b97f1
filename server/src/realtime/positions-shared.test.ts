import { asId } from '@wayfare/core/ids'
import { cellToParent } from 'h3-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeLocalBus } from '../adapters/bus-local.ts'
import type { Bus } from '../adapters/ports.ts'
import { findCell } from './cells.ts'
import { makePositions, type DriverPosition } from './positions.ts'
import { sharePositions } from './positions-shared.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const fail = (error: unknown): never => {
  throw error
}

/** Two processes, each with a bus that tells the other, and all that was told. */
const startTwo = () => {
  const buses = [makeLocalBus(fail), makeLocalBus(fail)]
  const told: [string, unknown][] = []
  const [east, west] = buses.map((own) => {
    const bus: Bus = {
      ...own,
      publish: (subject, message) => {
        told.push([subject, message])
        for (const each of buses) each.publish(subject, structuredClone(message))
      },
    }
    return sharePositions(makePositions(), bus)
  })
  if (!east || !west) throw new Error('two')
  return { east, west, told, tell: (subject: string, message: unknown) => buses.forEach((bus) => bus.publish(subject, message)) }
}

const gothenburg = { lat: 57.7, lng: 11.97 }
const place = (driver: string, at: number, more: Partial<DriverPosition> = {}): DriverPosition => ({
  driverId: asId('D' + driver),
  ...gothenburg,
  heading: 90,
  at,
  device: 'phone',
  seq: at,
  ...more,
})

describe('positions of two processes', () => {
  it('are told to the other one as they are, of each driver the newest, gathered and by cell', () => {
    const { east, west, told } = startTwo()
    const oslo = { lat: 59.91, lng: 10.75 }
    east.put(place('1', 10))
    east.put(place('1', 20))
    east.put(place('2', 15, { heading: null }))
    east.put(place('3', 15, oslo))
    expect(west.last(asId('D1'))).toBeNull()
    // who was nowhere before is told of soon
    vi.advanceTimersByTime(50)
    expect(told.map(([subject]) => subject).toSorted()).toEqual(
      [`positions.${findCell(gothenburg)}`, `positions.${findCell(oslo)}`].toSorted(),
    )
    expect([...west.all()].toSorted((a, b) => (a.driverId < b.driverId ? -1 : 1))).toEqual([
      place('1', 20),
      place('2', 15, { heading: null }),
      place('3', 15, oslo),
    ])
    east.put(place('3', 30))
    vi.advanceTimersByTime(200)
    expect(told).toHaveLength(2)
    vi.advanceTimersByTime(100)
    expect(told.slice(2)).toEqual([[`positions.${findCell(gothenburg)}`, [expect.arrayContaining(['D3'])]]])
  })

  it('wait for no others once somebody comes who was nowhere before', () => {
    const { east, west } = startTwo()
    east.put(place('1', 10))
    vi.advanceTimersByTime(50)
    east.put(place('1', 20))
    east.put(place('2', 20))
    vi.advanceTimersByTime(50)
    expect([west.last(asId('D1'))?.at, west.last(asId('D2'))?.at]).toEqual([20, 20])
  })

  it('are of the process that the driver reports to, which may change', () => {
    const { east, west } = startTwo()
    const driver = asId<'user'>('D1')
    east.put(place('1', 10))
    vi.advanceTimersByTime(300)
    expect([east.isOwn(driver), west.isOwn(driver)]).toEqual([true, false])
    west.put(place('1', 20))
    vi.advanceTimersByTime(300)
    expect([east.isOwn(driver), west.isOwn(driver)]).toEqual([false, true])
    expect(east.last(driver)?.at).toBe(20)
    west.remove(driver)
    expect(west.isOwn(driver)).toBe(false)
  })

  it('that are told late change nothing, and those of a driver who has left are not told', () => {
    const { east, west, tell } = startTwo()
    west.put(place('1', 50))
    east.put(place('1', 40))
    east.put(place('2', 40))
    east.remove(asId('D2'))
    vi.advanceTimersByTime(300)
    expect(west.last(asId('D1'))?.at).toBe(50)
    expect(west.last(asId('D2'))).toBeNull()
    tell(`positions.${findCell(gothenburg)}`, [['D3', 'north', 11, null, 5, 'phone', 1]])
    tell(`positions.${findCell(gothenburg)}`, 'nonsense')
    expect(west.last(asId('D3'))).toBeNull()
  })
})

it('the cell of a place is the one that other systems find in H3', () => {
  // the example of the documentation of H3, which is one resolution finer
  expect(findCell({ lat: 37.3615593, lng: -122.0553238 })).toBe(cellToParent('87283472bffffff', 6))
})
