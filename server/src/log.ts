// Promise: one line per event on standard output: for people outside production, JSON in it. Nothing secret is ever passed in.
import type { Config } from './config.ts'
import type { Log } from './deps.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type Level = 'debug' | 'info' | 'warn' | 'error'

type Write = (line: string) => void

/** The parser of JSON, and PostgreSQL where it could not read a value (class 22), quote what they were given: what somebody wrote. */
const quotesInput = (error: Error): boolean =>
  error instanceof SyntaxError || ('code' in error && /^22...$/.test(String(error.code)))

const withoutInput = (error: Error, text: string): string =>
  quotesInput(error) ? text.replace(error.message, () => error.message.replace(/"[^]*"/, '"…"')) : text

/** The error as it is written: what happened and where, and nothing of what people sent. */
const describeError = (error: Error) => ({
  message: withoutInput(error, error.message),
  stack: withoutInput(error, error.stack ?? error.message),
})

const toPlain = (value: unknown): unknown => {
  if (value instanceof Error) return { ...describeError(value), ...(value.cause ? { cause: toPlain(value.cause) } : {}) }
  return typeof value === 'bigint' ? String(value) : value
}

const asJson = (level: Level, fields: object, message: string): string =>
  JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, (_key, value: unknown) => toPlain(value))

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(toPlain(value)))

const asText = (level: Level, fields: object, message: string): string => {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  const errors = known.flatMap(([, value]) => (value instanceof Error ? [`\n${describeError(value).stack}`] : []))
  const facts = known.filter(([, value]) => !(value instanceof Error)).map(([key, value]) => ` ${key}=${formatValue(value)}`)
  const mark = level === 'info' ? '' : `${level}: `
  return `${new Date().toTimeString().slice(0, 8)} ${mark}${message}${facts.join('')}${errors.join('')}`
}

/** Writes what is at least as weighty as the configured level. */
export const makeLog = (config: Pick<Config, 'logLevel' | 'isProduction'>, write: Write = console.log): Log => {
  const lowest = levels.indexOf(config.logLevel)
  const form = config.isProduction ? asJson : asText
  const at =
    (level: Level) =>
    (fields: object, message: string): void => {
      if (levels.indexOf(level) >= lowest) write(form(level, fields, message))
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
