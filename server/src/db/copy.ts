// Promise: rows leave and enter a table as PostgreSQL's own COPY text, every type exactly as it is; the tables are small enough for memory.
import type { ClientBase, Submittable } from 'pg'

/** What of the driver's connection COPY needs; the driver itself knows the messages but does not type them. */
type Wire = {
  query: (sql: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  sendCopyFail: (reason: string) => void
  endCopyFrom: () => void
}

/** Runs one COPY; `input` is what it reads, null for one that writes. */
const copy = (client: ClientBase, sql: string, input: string | null): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let failure: Error | null = null
    const query = {
      submit: (wire: unknown) => (wire as Wire).query(sql),
      // the driver reads the next message into the same memory
      handleCopyData: ({ chunk }: { chunk: Buffer }) => void chunks.push(Buffer.from(chunk)),
      handleCopyInResponse: (wire: Wire) => {
        if (input === null) return wire.sendCopyFail('nothing to read was given')
        if (input !== '') wire.sendCopyFromChunk(Buffer.from(input))
        wire.endCopyFrom()
      },
      handleCommandComplete: () => {},
      handleError: (error: Error) => {
        failure = error
        // the driver forgets a query that failed: nothing else comes
        reject(error)
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve(Buffer.concat(chunks).toString('utf8'))),
    }
    client.query(query as Submittable)
  })

/** What `copy … to stdout` says. */
export const copyOut = (client: ClientBase, sql: string): Promise<string> => copy(client, sql, null)

/** Gives the text to `copy … from stdin`. */
export const copyRows = async (client: ClientBase, sql: string, text: string): Promise<void> =>
  void (await copy(client, sql, text))

/** The columns of a table that are given and not computed, as SQL writes them; empty where there is no such table. */
export const listColumns = async (client: ClientBase, table: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}
