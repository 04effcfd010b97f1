// All drivers as the desk's map knows them, beside where they are: read once, then again whoever is told to have changed.
import type { DomainEvent } from '@wayfare/core/events'
import type { CarTypeId, UserId } from '@wayfare/core/ids'

export type RosterDriver = {
  id: UserId
  name: string
  vehicleNumber: string | null
  carType: CarTypeId | null
  queue: boolean
  driverActiveStatus: boolean
  fleetAdminId: UserId | null
}

/** All are read again this often: what was not told lasts no longer (ms). */
const afreshMs = 60_000

/** More than these are read with all the others. */
const mostAtOnce = 1000

const whoChanged = (event: DomainEvent): UserId | null => {
  const isOfPerson =
    event.type === 'UserChanged' ||
    event.type === 'UserRemoved' ||
    event.type === 'PersonChanged' ||
    event.type === 'DriverAccountChanged'
  return isOfPerson ? event.userId : null
}

/** `read`: these drivers, or all. */
export const makeRoster = (read: (ids: readonly UserId[] | null) => Promise<RosterDriver[]>) => {
  const drivers = new Map<UserId, RosterDriver>()
  const changed = new Set<UserId>()
  let isWanted = false
  let isRead = false
  let readAt = 0
  return {
    isRead: () => isRead,
    drivers: (): Iterable<RosterDriver> => drivers.values(),
    find: (id: UserId): RosterDriver | null => drivers.get(id) ?? null,
    hear: (event: DomainEvent): void => {
      // also while all are being read: that look may be older than the news
      const id = isWanted ? whoChanged(event) : null
      if (id !== null) changed.add(id)
    },
    refresh: async (): Promise<void> => {
      isWanted = true
      const isWhole = !isRead || changed.size > mostAtOnce || performance.now() - readAt > afreshMs
      if (!isWhole && changed.size === 0) return
      const ids = [...changed]
      changed.clear()
      try {
        const found = await read(isWhole ? null : ids)
        if (isWhole) {
          readAt = performance.now()
          drivers.clear()
        } else for (const id of ids) drivers.delete(id)
        for (const driver of found) drivers.set(driver.id, driver)
        isRead = true
      } catch (error) {
        for (const id of ids) changed.add(id)
        throw error
      }
    },
    /** nobody looks: what changes meanwhile need not be heard of */
    forget: (): void => {
      isWanted = false
      isRead = false
      drivers.clear()
      changed.clear()
    },
  }
}

export type Roster = ReturnType<typeof makeRoster>
