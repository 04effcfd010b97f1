// The browser tests run in parts beside each other, each in turn against a product of its own, since tests change what all see.
// A part takes about as long as the other. Three took as long as two, for two cores draw no more maps, and tests waited too long.
import { findFreePort } from './free-port.ts'

export type Part = { name: string; files: { testMatch: string[]; testIgnore?: string[] }; origin: string }

const specs = (...names: string[]): string[] => names.map((name) => `${name}.spec.ts`)

/** What is mostly looked at, and as much else as makes it last as long as the other part. */
const looks = specs(
  'a11y',
  'a11y-dialogs',
  'back',
  'catalog',
  'claims',
  'desk-lists',
  'desk-map',
  'desk-rows',
  'desk-table',
  'guards',
  'languages',
  'live-map',
  'palette',
  'payments',
  'people-office',
  'public',
  'robots',
  'rtl',
)

const files: Record<string, Part['files']> = {
  looks: { testMatch: looks },
  deeds: { testMatch: ['*.spec.ts'], testIgnore: looks },
}

const holds = ({ testMatch, testIgnore = [] }: Part['files'], spec: string): boolean =>
  !testIgnore.includes(spec) && (testMatch.includes(spec) || testMatch.includes('*.spec.ts'))

/** The first process to ask decides on the addresses; the tests' processes inherit them. */
export const readParts = async (): Promise<Part[]> => {
  const part = async ([name, its]: [string, Part['files']]): Promise<Part> => {
    const key = `WAYFARE_E2E_PORT_${name.toUpperCase()}`
    const port = (process.env[key] ??= String(await findFreePort()))
    return { name, files: its, origin: `http://127.0.0.1:${port}` }
  }
  return Promise.all(Object.entries(files).map(part))
}

/** The parts that a run needs: all, unless it names files of some only. */
export const neededParts = (parts: readonly Part[], args: readonly string[]): Part[] => {
  const named = args.map((arg) => /([\w-]+\.spec\.ts)(:\d+)*$/.exec(arg)?.[1]).filter((name) => name !== undefined)
  return parts.filter((part) => named.length === 0 || named.some((spec) => holds(part.files, spec)))
}
