// The chunks of the build: for each role one with its first page, and beside them those that several share (decision 88). Without them
// every module that two pages share would be a script of its own.

type Sets = ReadonlySet<string>

const has = (sets: Sets, ...names: string[]): boolean => names.some((name) => sets.has(name))

/** Libraries, and what of ours knows no business. */
const isGeneral = (id: string): boolean => /[\\/]node_modules[\\/]|web\/src\/ui\//.test(id)

/** Visitors' pages are the first that anybody loads: what one of them shares is kept where it costs the others least. */
const findVisitorsChunk = (sets: Sets, id: string): string | null => {
  const visits = ['rider', 'login', 'account'].filter((name) => sets.has(name))
  const [first] = visits
  if (first === undefined) return null
  if (visits.length > 1 || has(sets, 'frame', 'driver', 'desk')) return 'entry'
  const others = [...sets].filter((name) => name !== first)
  if (first === 'rider')
    return sets.size > 1 &&
      (isGeneral(id) || has(sets, 'map', 'asking', 'admin-money') || (sets.has('rider-trips') && sets.size > 2))
      ? 'entry'
      : first
  return others.every((name) => name === 'account-parts') ? first : 'entry'
}

const isDrivers = (name: string): boolean => name.startsWith('driver')

/** What the frame of those who are signed in, or a role's first page, shares; it is little, and visitors fetch none of the frame. */
const findFirstChunk = (sets: Sets): string | null => {
  if (!has(sets, 'frame', 'driver', 'desk')) return null
  if (has(sets, 'map', 'rest', 'asking', 'account-parts')) return 'entry'
  if ([...sets].every(isDrivers)) return 'driver'
  return has(sets, 'frame', 'driver', 'driver-trip') ? 'frame' : 'office'
}

/** What only the desk fetches, sets and chunks alike. */
export const isDesks = (name: string): boolean => /^(desk|admin|json-editor)/.test(name)

/** What no first page needs: dialogs, what a driver on a trip shares, fields, tables. */
const findLaterChunk = (sets: Sets, id: string): string => {
  const isTrips = sets.has('driver-trip')
  const isVisitors = has(sets, 'asking', 'account-parts')
  if (has(sets, 'map', 'rest') || (isTrips && isVisitors)) return 'controls'
  if (isTrips) return [...sets].every(isDrivers) ? 'driver-trip' : 'talking'
  if (isVisitors) return 'forms'
  if ([...sets].every(isDesks) && !isGeneral(id)) return 'desk-more'
  const isCall = /[\\/](contract|core)[\\/]src[\\/]/.test(id)
  return isGeneral(id) || isCall || [...sets].some((name) => name.startsWith('admin')) ? 'widgets' : 'trips'
}

const findChunk = (id: string, all: Sets | undefined): string | null => {
  if (!all) return null
  if (all.has('entry')) return 'entry'
  const [only = null] = all
  if (all.size === 1) return only
  // what sets up a town is seen once
  const sets = new Set([...all].filter((name) => name !== 'setup'))
  const visitors = findVisitorsChunk(sets, id)
  if (visitors !== null) return visitors
  if (sets.has('phones')) return 'phones'
  return findFirstChunk(sets) ?? findLaterChunk(sets, id)
}

/** Those that others stand on come first: a chunk takes along what its modules need, unless an earlier one has it. */
const shared = [
  'entry',
  'rider',
  'login',
  'phones',
  'frame',
  'driver',
  'office',
  'controls',
  'talking',
  'forms',
  'widgets',
  'trips',
  'desk-more',
]

export const makeGroups = (whoFetches: ReadonlyMap<string, Sets>) => {
  const own = [...new Set([...whoFetches].map(([id, sets]) => findChunk(id, sets)))].filter((name) => name !== null)
  const names = [...shared, ...own.filter((name) => !shared.includes(name)).toSorted()]
  return names.map((name, index) => ({
    name,
    priority: names.length - index,
    test: (id: string) => findChunk(id, whoFetches.get(id)) === name,
  }))
}
