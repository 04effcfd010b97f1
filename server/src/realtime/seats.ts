// Limits the open sockets of a network, its visitors and a person, so that nobody can take them all.

/** The seat of one socket, written only here. */
export type Seat = { readonly network: string; userId: string | null; isTaken: boolean }

/** Sockets per person: a few devices with many tabs. */
const perUser = 40
/** The share of a network's sockets that is open to visitors. */
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

  const count = ({ network, userId }: Seat, by: 1 | -1): void => {
    if (userId === null) visitors.add(network, by)
    else users.add(userId, by)
  }
  return {
    isFull,
    take: (network: string, userId: string | null): Seat | null => {
      if (isFull(network) || !hasRoom(network, userId)) return null
      const seat = { network, userId, isTaken: true }
      networks.add(network, 1)
      count(seat, 1)
      return seat
    },
    /** assigns the seat to a person; false if that person's limit is reached */
    signIn: (seat: Seat, userId: string): boolean => {
      if (!seat.isTaken || !hasRoom(seat.network, userId)) return false
      count(seat, -1)
      seat.userId = userId
      count(seat, 1)
      return true
    },
    /** gives the seat back; idempotent */
    leave: (seat: Seat): void => {
      if (!seat.isTaken) return
      seat.isTaken = false
      networks.add(seat.network, -1)
      count(seat, -1)
    },
  }
}

export type Seats = ReturnType<typeof makeSeats>
