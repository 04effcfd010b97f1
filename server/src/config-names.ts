// Promise: a variable that is misspelt is named before the server starts without it.
import { makeStartError } from './process.ts'

/** Of commands and tests beside the server, which often run in the same environment. */
const ofOthers =
  /^WAYFARE_(ADMIN_PASSWORD|BROWSER|E2E_\w+|EXPORT|MUTANTS|PICTURES|PICTURES_RAW|SEED|SESSIONS|STEPS|STUB_\w+|URL)$/

const read = (rows: readonly number[][], i: number, j: number): number => rows[i]?.[j] ?? Infinity

/** Letters put in, left out, changed or swapped with the next one that lead from one name to the other. */
const countSlips = (a: string, b: string): number => {
  const rows = [[...Array(b.length + 1).keys()]]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const change = read(rows, i - 1, j - 1) + Number(a[i - 1] !== b[j - 1])
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? read(rows, i - 2, j - 2) + 1 : Infinity
      row.push(Math.min(change, swap, read(rows, i, j - 1) + 1, read(rows, i - 1, j) + 1))
    }
  }
  return read(rows, a.length, b.length)
}

/** Short names are too close to those of other programs. */
const mostSlips = ({ length }: string): number => (length < 8 ? 0 : length < 12 ? 1 : 2)

const findMeant = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => countSlips(name.toUpperCase(), one) <= mostSlips(one))

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
