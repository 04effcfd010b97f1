// Refuses to start with misspelt variables, which would otherwise be ignored.
import { countEdits } from '@wayfare/core/fold'
import { makeStartError } from './process.ts'

/** Variables of commands and tests, which often run in the same environment. */
const ofOthers =
  /^WAYFARE_(ADMIN_PASSWORD|BROWSER|E2E_\w+|EXPORT|FAULTS|MUTANTS|PICTURES|PICTURES_RAW|SEED|SESSIONS|STEPS|STUB_\w+|URL)$/

/** How many letters may differ: fewer in short names, which are close to other programs' variables. */
const mostSlips = ({ length }: string): number => (length < 8 ? 0 : length < 12 ? 1 : 2)

const isSlipOf = (name: string, known: string): boolean => {
  const most = mostSlips(known)
  return Math.abs(name.length - known.length) <= most && countEdits(name.toUpperCase(), known, most) <= most
}

const findMeant = (name: string, known: readonly string[]): string | undefined => known.find((one) => isSlipOf(name, one))

/** A name close to a known one is refused only if the known one is not set: if both are, they belong to two programs. */
export const checkNames = (env: NodeJS.ProcessEnv, known: readonly string[]): void => {
  for (const name of Object.keys(env)) {
    if (known.includes(name) || ofOthers.test(name)) continue
    const meant = findMeant(name, known)
    const isOurs = name.startsWith('WAYFARE_')
    if (meant !== undefined && (isOurs || env[meant] === undefined))
      throw makeStartError(`There is no variable ${name}: is ${meant} meant? .env.example lists all of them.`)
    if (isOurs) throw makeStartError(`There is no variable ${name}: .env.example lists all of them.`)
  }
}
