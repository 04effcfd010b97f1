// A log that remembers.
import type { Log } from '../src/deps.ts'

type Line = { level: string; fields: object; message: string }

/** Remembers what was logged; an error that the test did not expect fails it when the app closes. */
export const makeTestLog = () => {
  const lines: Line[] = []
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message })
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
  /** takes the error lines so far out of the reckoning */
  const takeErrors = (): Line[] => {
    const errors = lines.filter(({ level }) => level === 'error')
    for (const error of errors) error.level = 'expected error'
    return errors
  }
  return { log, lines, takeErrors }
}
