// Logs one line per event to standard output: as JSON in production, readable text elsewhere. Secrets must never be passed in.
import type { Config } from './config.ts'
import type { Log } from './deps.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type Level = 'debug' | 'info' | 'warn' | 'error'

type Write = (line: string) => void

/** JSON's parser, and PostgreSQL for invalid values (class 22), quote user input in their messages. */
const quotesInput = (error: Error): boolean =>
  error instanceof SyntaxError || ('code' in error && /^22...$/.test(String(error.code)))

const withoutInput = (error: Error, text: string): string =>
  quotesInput(error) ? text.replace(error.message, () => error.message.replace(/"[^]*"/, '"…"')) : text

/** An error as it is logged: what happened and where, without user input. */
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

/** A log that writes everything from the configured level up. */
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
