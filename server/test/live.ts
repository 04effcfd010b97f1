// Clients of the live socket, as tests use them.
import { type ClientFrame, type ServerFrame, serverFrame } from '@wayfare/contract/live'
import { afterEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import type { TestUser } from './make.ts'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** Connects to the server at `address()` (ws://…); every socket is ended after its test. */
export const makeConnect = (address: () => string) => {
  const opened: WebSocket[] = []
  afterEach(() => {
    for (const socket of opened.splice(0)) socket.terminate()
  })

  /** A client that keeps every frame and checks each against the contract. */
  const connect = async (as: TestUser | null, headers: Record<string, string> = {}) => {
    const socket = new WebSocket(`${address()}/api/live`, {
      headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...headers },
    })
    opened.push(socket)
    const frames: ServerFrame[] = []
    const broken: string[] = []
    let closedWith: number | null = null
    socket.on('message', (data) => {
      const parsed = serverFrame.safeParse(JSON.parse(String(data)))
      if (parsed.success) frames.push(parsed.data)
      else broken.push(String(data).slice(0, 300))
    })
    socket.on('close', (code) => (closedWith = code))
    await new Promise<void>((resolve, reject) => {
      socket.on('open', () => resolve())
      socket.on('error', reject)
    })
    const ofType = <Type extends ServerFrame['type']>(type: Type): Frame<Type>[] =>
      frames.filter((frame): frame is Frame<Type> => frame.type === type)
    const client = {
      socket,
      frames,
      broken,
      ofType,
      send: (frame: ClientFrame) => socket.send(JSON.stringify(frame)),
      closed: () => closedWith,
      /** the first frame of a type, also one that has come already */
      next: async <Type extends ServerFrame['type']>(type: Type, index = 0): Promise<Frame<Type>> => {
        await expect.poll(() => ofType(type).length, { interval: 5 }).toBeGreaterThan(index)
        const found = ofType(type)[index]
        if (!found) throw new Error(`no ${type}`)
        return found
      },
      /** the first event of a name: what is posted tells several at once, in no order that is promised */
      event: async (name: Frame<'event'>['event']['name'], index = 0): Promise<Frame<'event'>['event']> => {
        const named = () => ofType('event').filter(({ event }) => event.name === name)
        await expect.poll(() => named().length, { interval: 5 }).toBeGreaterThan(index)
        const found = named()[index]
        if (!found) throw new Error(`no event ${name}`)
        return found.event
      },
      subscribe: async (topic: Extract<ClientFrame, { type: 'subscribe' }>['topic'], since?: string) => {
        const before = ofType('subscribed').length
        client.send({ type: 'subscribe', topic, ...(since === undefined ? {} : { since }) })
        return client.next('subscribed', before)
      },
    }
    await client.next('hello')
    return client
  }

  return { connect, opened }
}
