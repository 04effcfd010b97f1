// How many sockets one network, its visitors and one person may hold at a time, so that nobody holds them all.

export type Seat = {
  readonly network: string
  /** from now on it is this person's, who has no more than the share of one; false when that is reached */
  signIn: (userId: string) => boolean
  /** gives it back; a second time does nothing */
  leave: () => void
}

/** Sockets of one person: a few devices with many tabs. */
const perUser = 40
/** Of a network's sockets so large a share is open to who has not signed in. */
const visitorsShare = 0.2

const makeCounts = () => {
  const counts = new Map<string, number>()
  const of = (key: string): number => counts.get(key) ?? 0
  const add = (key: string, by: 1 | -1): void => {
    const count = of(key) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return { of, add }
}

export const makeSeats = (perNetwork: number) => {
  const networks = makeCounts()
  const visitors = makeCounts()
  const users = makeCounts()
  const mostVisitors = Math.max(1, Math.floor(perNetwork * visitorsShare))
  const isFull = (network: string): boolean => networks.of(network) >= perNetwork
  const hasRoom = (network: string, userId: string | null): boolean =>
    userId === null ? visitors.of(network) < mostVisitors : users.of(userId) < perUser

  const take = (network: string, who: string | null): Seat | null => {
    if (isFull(network) || !hasRoom(network, who)) return null
    let userId = who
    let isTaken = true
    const count = (by: 1 | -1): void => (userId === null ? visitors.add(network, by) : users.add(userId, by))
    networks.add(network, 1)
    count(1)
    return {
      network,
      signIn: (newUserId) => {
        if (!isTaken || !hasRoom(network, newUserId)) return false
        count(-1)
        userId = newUserId
        count(1)
        return true
      },
      leave: () => {
        if (!isTaken) return
        isTaken = false
        networks.add(network, -1)
        count(-1)
      },
    }
  }
  return { isFull, take }
}
