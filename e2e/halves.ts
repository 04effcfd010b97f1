// The browser tests run in two halves beside each other, each in turn against a product of its own, since tests change what all see.
// A half takes about as long as the other.
import { findFreePort } from './free-port.ts'

export type Half = { name: string; files: { testMatch: string[]; testIgnore?: string[] }; origin: string }

/** What is mostly looked at, the desk’s own work, and claims, so that both halves take as long; all else is done. */
const looks = ['a11y', 'claims', 'desk-table', 'guards', 'languages', 'palette', 'people-office', 'public', 'robots', 'rtl'].map(
  (name) => `${name}.spec.ts`,
)

const files: Record<string, Half['files']> = {
  looks: { testMatch: looks },
  deeds: { testMatch: ['*.spec.ts'], testIgnore: looks },
}

/** The first process to ask decides on the addresses; the tests' processes inherit them. */
export const readHalves = async (): Promise<Half[]> => {
  const half = async ([name, its]: [string, Half['files']]): Promise<Half> => {
    const key = `WAYFARE_E2E_PORT_${name.toUpperCase()}`
    const port = (process.env[key] ??= String(await findFreePort()))
    return { name, files: its, origin: `http://127.0.0.1:${port}` }
  }
  return Promise.all(Object.entries(files).map(half))
}

/** The halves that a run needs: both, unless it names files of one of them only. */
export const neededHalves = (halves: readonly Half[], args: readonly string[]): Half[] => {
  const named = args.map((arg) => /([\w-]+\.spec\.ts)(:\d+)*$/.exec(arg)?.[1]).filter((name) => name !== undefined)
  return halves.filter(({ name }) => named.length === 0 || named.some((each) => looks.includes(each) === (name === 'looks')))
}
