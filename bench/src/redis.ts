// Starts Redis for the bench if Debian's redis-server is installed, and implements the part of its protocol that the peers need.
import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { rememberStop } from './leftovers.ts'
import { readCpuMs } from './cpu.ts'
import { findPort, stopChild } from './process.ts'

/** An answer of Redis; errors are thrown. */
type Reply = string | number | null | Reply[]

type Parsed = { reply: Reply | Error; end: number }

/** Reads the line that begins at `at`, and where the next one begins; null until the line is complete. */
const lineAt = (text: Buffer, at: number): { line: string; end: number } | null => {
  const end = text.indexOf('\r\n', at)
  return end < 0 ? null : { line: text.toString('utf8', at + 1, end), end: end + 2 }
}

const parseList = (text: Buffer, from: number, count: number): Parsed | null => {
  const replies: Reply[] = []
  let end = from
  for (let i = 0; i < count; i++) {
    const next = parse(text, end)
    if (!next) return null
    replies.push(next.reply as Reply)
    end = next.end
  }
  return { reply: replies, end }
}

const parseText = (text: Buffer, from: number, length: number): Parsed | null => {
  if (length < 0) return { reply: null, end: from }
  if (text.length < from + length + 2) return null
  return { reply: text.toString('utf8', from, from + length), end: from + length + 2 }
}

/** Null until the reply is complete. */
const parse = (text: Buffer, at: number): Parsed | null => {
  const head = lineAt(text, at)
  if (!head) return null
  const { line, end } = head
  const kind = String.fromCharCode(text[at] ?? 0)
  if (kind === ':') return { reply: Number(line), end }
  if (kind === '+') return { reply: line, end }
  if (kind === '-') return { reply: new Error(`Redis said: ${line}`), end }
  return kind === '*' ? parseList(text, end, Number(line)) : parseText(text, end, Number(line))
}

const format = (command: readonly string[]): string =>
  `*${command.length}\r\n${command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`

type Redis = {
  /** returns a reply for each command, in order; commands passed together are pipelined */
  ask: (commands: readonly (readonly string[])[]) => Promise<Reply[]>
  close: () => void
}

type Waiting = { replies: Reply[]; count: number; resolve: (replies: Reply[]) => void; reject: (error: Error) => void }

const listen = (socket: Socket, waiting: Waiting[]): void => {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (let next = parse(rest, at); next; next = parse(rest, at)) {
      at = next.end
      const [first] = waiting
      if (!first) continue
      if (next.reply instanceof Error) first.reject(next.reply)
      first.replies.push(next.reply as Reply)
      if (first.replies.length < first.count) continue
      waiting.shift()
      first.resolve(first.replies)
    }
    rest = rest.subarray(at)
  })
}

export const connectRedis = async (port: number): Promise<Redis> => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const waiting: Waiting[] = []
  listen(socket, waiting)
  const ask = (commands: readonly (readonly string[])[]): Promise<Reply[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ replies: [], count: commands.length, resolve, reject })
      socket.write(commands.map(format).join(''))
    })
  return { ask, close: () => socket.destroy() }
}

type RunningRedis = { port: number; redis: Redis; cpuMs: () => number }

const startWithinMs = 10_000

const connectSoon = async (port: number): Promise<Redis> => {
  const deadline = Date.now() + startWithinMs
  for (;;) {
    const redis = await connectRedis(port).catch(() => null)
    if (redis) return redis
    if (Date.now() > deadline) throw new Error('redis-server does not answer')
    await pause(50)
  }
}

/** Starts Redis without persistence; null, with a message, if it is not installed. */
export const startRedis = async (): Promise<RunningRedis | null> => {
  const port = await findPort()
  const given = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const child = spawn('redis-server', given, { stdio: 'ignore' })
  const isThere = await new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
  if (!isThere) {
    console.log("There is no redis-server (Debian's package redis-server): what is held against it is left out.")
    return null
  }
  rememberStop(() => stopChild(child))
  const redis = await connectSoon(port)
  rememberStop(async () => redis.close())
  return { port, redis, cpuMs: () => readCpuMs(child.pid) ?? Number.NaN }
}
