// What a position costs a process that takes it in from another one, and the one that tells it: 100,000 drivers of a metropolis
// at once.
import { setTimeout as pause } from 'node:timers/promises'
import { asId } from '@wayfare/core/ids'
import { makeLocalBus } from '@wayfare/server/adapters/bus-local'
import { makePositions } from '@wayfare/server/realtime/positions'
import { sharePositions } from '@wayfare/server/realtime/positions-shared'
import { computeMedian, type Row } from './measure.ts'

const drivers = 100_000
/** Longer than the interval for which positions are collected (ms). */
const toldWithinMs = 600

const throwIt = (error: unknown): never => {
  throw error
}

/** Returns the processor time per driver (µs). */
const count = async (work: () => Promise<void> | void): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / drivers
}

export const measureSharing = async (): Promise<Row[]> => {
  const bus = makeLocalBus(throwIt)
  const said: [subject: string, text: string][] = []
  const near = sharePositions(makePositions(), {
    ...bus,
    publish: (subject, message) => void said.push([subject, JSON.stringify(message)]),
  })
  sharePositions(makePositions(), bus)
  const putAll = (at: number): void => {
    for (let i = 0; i < drivers; i++) {
      const place = { lat: 57.5 + Math.random() * 0.5, lng: 11.7 + Math.random() * 0.6, heading: 90 }
      near.put({ driverId: asId<'user'>(`D${String(i).padStart(11, '0')}`), ...place, at, device: crypto.randomUUID(), seq: at })
    }
  }
  const [told, taken]: [number[], number[]] = [[], []]
  for (let at = 1; at <= 5; at++) {
    said.length = 0
    told.push(
      await count(async () => {
        putAll(at)
        await pause(toldWithinMs)
      }),
    )
    taken.push(await count(() => said.forEach(([subject, text]) => bus.publish(subject, JSON.parse(text)))))
  }
  const row = { figure: 'scale', unit: 'µs', peer: null, peerName: '', ratio: null, isKept: false }
  return [
    {
      ...row,
      measure: `CPU of a position of ${drivers.toLocaleString('en')} drivers, put and told to other processes`,
      ours: computeMedian(told),
    },
    { ...row, measure: 'the same, taken in from another process', ours: computeMedian(taken) },
  ]
}
