// Shared parsers of environment variables.
import { z } from 'zod'
import { makeStartError } from './process.ts'

export const text = z.string().trim().min(1)

export const numberFrom = (lowest: number, highest: number, kind = 'a number') => {
  const error = `must be ${kind} from ${lowest} to ${highest}`
  return z.coerce.number({ error }).min(lowest, error).max(highest, error)
}

export const onOff = z.enum(['on', 'off']).transform((word) => word === 'on')

/** A comma-separated list. */
export const list = text.transform((entries) => entries.split(',').map((entry) => entry.trim()))

/** A private key; environments limited to one line per value write its line ends as \n. */
export const readPem = (value: string): string => value.replaceAll(String.raw`\n`, '\n').trim()

/** Refuses an incomplete set of variables, which would otherwise show only when it is needed. */
export const checkTogether = <Name extends string>(
  env: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): void => {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return
  const given = names.filter((name) => env[name] !== undefined)
  throw makeStartError(
    `${given.join(' and ')} ${given.length > 1 ? 'need' : 'needs'} ${missing.join(' and ')} beside ${given.length > 1 ? 'them' : 'it'}.`,
  )
}
