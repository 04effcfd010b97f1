// Promise: rows leave and enter a table as PostgreSQL's own COPY text, every type exactly as it is, and in little memory: whoever
// reads slowly holds the database back, and a slow database holds back whoever gives.
import type { Socket } from 'node:net'
import type { ClientBase, Submittable } from 'pg'

/** What of the driver's connection COPY needs; the driver itself knows the messages but does not type them. */
type Wire = {
  stream: Socket
  query: (sql: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  sendCopyFail: (reason: string) => void
  endCopyFrom: () => void
}

type Done = { text: string }

const blockBytes = 64 * 1024
/** More than this is not read ahead of whoever takes it. */
const mostAhead = 16 * blockBytes

/** The number of rows that the database says were copied. */
const countOf = ({ text }: Done): number => Number(text.split(' ').at(-1))

/** Rows as blocks of bytes, none larger than a row or 64 kB; a place to wait for the next one, and to hold the sender back. */
const makeBlocks = () => {
  const blocks: Buffer[] = []
  let pieces: Buffer[] = []
  let gathered = 0
  let ahead = 0
  const life: { end: { failure: Error | null } | null; wake: (() => void) | null } = { end: null, wake: null }
  const flush = (): void => {
    if (gathered > 0) blocks.push(Buffer.concat(pieces, gathered))
    pieces = []
    gathered = 0
  }
  return {
    add: (chunk: Buffer): void => {
      // the driver reads the next message into the same memory
      pieces.push(Buffer.from(chunk))
      gathered += chunk.length
      ahead += chunk.length
      if (gathered < blockBytes) return
      flush()
      life.wake?.()
    },
    isFull: (): boolean => ahead > mostAhead,
    hasEnded: (): boolean => life.end !== null,
    finish: (failure: Error | null): void => {
      flush()
      life.end = { failure }
      life.wake?.()
    },
    /** null at the end */
    take: async (): Promise<Buffer | null> => {
      while (blocks.length === 0 && life.end === null) await new Promise<void>((resolve) => (life.wake = resolve))
      if (life.end?.failure) throw life.end.failure
      const block = blocks.shift() ?? null
      ahead -= block?.length ?? 0
      return block
    },
  }
}

/** What `copy … to stdout` says, block by block; gives the number of rows in the end. Whoever stops early loses the connection. */
export async function* readCopy(client: ClientBase, sql: string): AsyncGenerator<Buffer, number> {
  const blocks = makeBlocks()
  let socket: Socket | null = null
  let rows = 0
  let failure: Error | null = null
  const query = {
    submit: (wire: unknown) => {
      socket = (wire as Wire).stream
      ;(wire as Wire).query(sql)
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      blocks.add(chunk)
      if (blocks.isFull()) socket?.pause()
    },
    handleCommandComplete: (done: Done) => void (rows = countOf(done)),
    // the driver forgets a query that failed: nothing else comes
    handleError: (error: Error) => blocks.finish((failure = error)),
    handleReadyForQuery: () => blocks.finish(failure),
  }
  client.query(query as Submittable)
  try {
    for (let block = await blocks.take(); block !== null; block = await blocks.take()) {
      if (!blocks.isFull()) (socket as Socket | null)?.resume()
      yield block
    }
  } finally {
    if (!blocks.hasEnded()) (socket as Socket | null)?.destroy()
  }
  return rows
}

/** Until the socket takes more, or is gone. */
const waitForDrain = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      socket.off('drain', finish).off('close', finish)
      resolve()
    }
    socket.once('drain', finish).once('close', finish)
  })

/** Gives the blocks to `copy … from stdin`; gives the number of rows. */
export const writeCopy = (client: ClientBase, sql: string, blocks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> =>
  new Promise((resolve, reject) => {
    let failure: Error | null = null
    let rows = 0
    const fail = (error: Error): void => {
      failure ??= error
      reject(failure)
    }
    const feed = async (wire: Wire): Promise<void> => {
      for await (const block of blocks) {
        if (failure) return
        wire.sendCopyFromChunk(block)
        if (wire.stream.writableNeedDrain) await waitForDrain(wire.stream)
      }
      wire.endCopyFrom()
    }
    const query = {
      submit: (wire: unknown) => (wire as Wire).query(sql),
      handleCopyInResponse: (wire: Wire) => {
        feed(wire).catch((error: unknown) => {
          failure ??= error instanceof Error ? error : new Error(String(error))
          wire.sendCopyFail('what was to be copied could not be read')
        })
      },
      handleCommandComplete: (done: Done) => void (rows = countOf(done)),
      // the driver forgets a query that failed: nothing else comes
      handleError: fail,
      handleReadyForQuery: () => (failure ? reject(failure) : resolve(rows)),
    }
    client.query(query as Submittable)
  })

/** All that `copy … to stdout` says, of a small table. */
export const copyOut = async (client: ClientBase, sql: string): Promise<string> => {
  const blocks: Buffer[] = []
  for await (const block of readCopy(client, sql)) blocks.push(block)
  return Buffer.concat(blocks).toString('utf8')
}

/** Gives the text to `copy … from stdin`. */
export const copyRows = async (client: ClientBase, sql: string, text: string): Promise<void> =>
  void (await writeCopy(client, sql, text === '' ? [] : [Buffer.from(text)]))

/** The columns of a table that are given and not computed, as SQL writes them; empty where there is no such table. */
export const listColumns = async (client: ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}
