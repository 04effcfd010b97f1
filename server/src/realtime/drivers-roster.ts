// The data of all drivers for the desk's map, except positions: read once, and again for drivers whose data changed.
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

/** How often all drivers are read again (ms), in case a change was missed. */
const afreshMs = 60_000

/** If more drivers than this have changed, all are read. */
const mostAtOnce = 1000

const whoChanged = (event: DomainEvent): UserId | null => {
  const isOfPerson =
    event.type === 'UserChanged' ||
    event.type === 'UserRemoved' ||
    event.type === 'PersonChanged' ||
    event.type === 'DriverAccountChanged'
  return isOfPerson ? event.userId : null
}

/** `read` returns the given drivers, or all. */
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
      // even while all are being read, since that query may be older than the event
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
    /** forgets everything while nobody is watching */
    forget: (): void => {
      isWanted = false
      isRead = false
      drivers.clear()
      changed.clear()
    },
  }
}

export type Roster = ReturnType<typeof makeRoster>
