// The part of socket.io's protocol that the peer needs: sending events with an acknowledgement, and receiving events.
import { WebSocket } from 'ws'
import { rememberStop } from './leftovers.ts'

export type RoomSocket = {
  emit: (event: string, ...given: readonly unknown[]) => void
  /** emits, and waits until it is acknowledged */
  ask: (event: string, ...given: readonly unknown[]) => Promise<void>
  /** the numbers of acknowledgements and events received so far */
  heard: () => { acknowledged: number; events: number }
}

const openWithinMs = 20_000

export const openRoomSocket = (origin: string): Promise<RoomSocket> =>
  new Promise((resolve, reject) => {
    const raw = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    rememberStop(async () => raw.terminate())
    const late = setTimeout(() => reject(new Error('socket.io does not answer')), openWithinMs)
    const waiting = new Map<number, () => void>()
    const counts = { acknowledged: 0, events: 0 }
    let asked = 0
    const emit = (event: string, ...given: readonly unknown[]): void =>
      raw.send(`42${++asked}${JSON.stringify([event, ...given])}`)
    const socket: RoomSocket = {
      emit,
      ask: (event, ...given) =>
        new Promise((answer) => {
          waiting.set(asked + 1, answer)
          emit(event, ...given)
        }),
      heard: () => ({ ...counts }),
    }
    const acknowledge = (text: string): void => {
      counts.acknowledged += 1
      const id = Number.parseInt(text.slice(2), 10)
      waiting.get(id)?.()
      waiting.delete(id)
    }
    const enter = (): void => {
      clearTimeout(late)
      resolve(socket)
    }
    // handlers of the protocol's frames by prefix
    const heard: Record<string, (text: string) => void> = {
      '0': () => raw.send('40'),
      '2': () => raw.send('3'),
      '40': enter,
      '42': () => (counts.events += 1),
      '43': acknowledge,
    }
    raw.on('error', reject)
    raw.on('message', (data) => {
      const text = String(data)
      const kind = text.startsWith('4') ? text.slice(0, 2) : text.slice(0, 1)
      heard[kind]?.(text)
    })
  })
