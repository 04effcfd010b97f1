// Promise: a variable that is misspelt is named before the server starts without it.
import { countEdits } from '@wayfare/core/fold'
import { makeStartError } from './process.ts'

/** Of commands and tests beside the server, which often run in the same environment. */
const ofOthers =
  /^WAYFARE_(ADMIN_PASSWORD|BROWSER|E2E_\w+|EXPORT|FAULTS|MUTANTS|PICTURES|PICTURES_RAW|SEED|SESSIONS|STEPS|STUB_\w+|URL)$/

/** Short names are too close to those of other programs. */
const mostSlips = ({ length }: string): number => (length < 8 ? 0 : length < 12 ? 1 : 2)

const isSlipOf = (name: string, known: string): boolean => {
  const most = mostSlips(known)
  return Math.abs(name.length - known.length) <= most && countEdits(name.toUpperCase(), known, most) <= most
}

const findMeant = (name: string, known: readonly string[]): string | undefined => known.find((one) => isSlipOf(name, one))

/** One that is close to a known name is refused only while that one is not given: both side by side are of two programs. */
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
