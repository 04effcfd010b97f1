import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPulse, type Pulsing } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const second = 1000

/** A socket from which `answer` bytes come after each ping. */
const makeSocket = (answer: number) => {
  const told = { pings: [] as number[], droppedAt: null as number | null }
  const stream = { bytesRead: 500 }
  const socket = {
    ping: () => {
      told.pings.push(Date.now())
      stream.bytesRead += answer
    },
    terminate: () => (told.droppedAt = Date.now()),
  }
  const pulsing: Pulsing = { socket, stream, pingedAt: 0, pings: 0, bytesBefore: -1 }
  return { pulsing, stream, told }
}

const start = () => {
  vi.setSystemTime(0)
  const heard: Pulsing[] = []
  const pulse = startPulse<Pulsing>((one) => void heard.push(one), Date.now)
  return { pulse, heard }
}

it('pings each every 25 seconds from when it came, and says so', async () => {
  const { pulse, heard } = start()
  const [first, second7] = [makeSocket(6), makeSocket(6)]
  pulse.add(first.pulsing)
  await vi.advanceTimersByTimeAsync(7 * second)
  pulse.add(second7.pulsing)
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(first.told).toEqual({ pings: [25 * second, 50 * second], droppedAt: null })
  expect(second7.told).toEqual({ pings: [32 * second, 57 * second], droppedAt: null })
  expect(heard).toEqual([first, second7, first, second7].map(({ pulsing }) => pulsing))
  expect(first.pulsing.pings).toBe(2)
  pulse.stop()
})

it('drops one from which nothing has come since its ping, and keeps one that has said something else', async () => {
  const { pulse } = start()
  const [mute, busy] = [makeSocket(0), makeSocket(0)]
  for (const { pulsing } of [mute, busy]) pulse.add(pulsing)
  await vi.advanceTimersByTimeAsync(30 * second)
  busy.stream.bytesRead += 40
  await vi.advanceTimersByTimeAsync(20 * second)
  expect(mute.told).toEqual({ pings: [25 * second], droppedAt: 50 * second })
  expect(busy.told).toEqual({ pings: [25 * second, 50 * second], droppedAt: null })
  pulse.stop()
})

it('leaves alone who has gone, and everybody in the end', async () => {
  const { pulse } = start()
  const [gone, left] = [makeSocket(6), makeSocket(6)]
  for (const { pulsing } of [gone, left]) pulse.add(pulsing)
  pulse.forget(gone.pulsing)
  await vi.advanceTimersByTimeAsync(26 * second)
  pulse.stop()
  await vi.advanceTimersByTimeAsync(60 * second)
  expect(gone.told.pings).toEqual([])
  expect(left.told.pings).toEqual([25 * second])
})
