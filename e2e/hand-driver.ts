// A driver who is driven by a test over the public API, step by step.
import { getSession } from '@wayfare/contract/sign-in'
import type { Me } from '@wayfare/contract/accounts'
import { listBookings, type BookingView } from '@wayfare/contract/bookings'
import { listCarTypes } from '@wayfare/contract/catalog'
import { acceptTask, declineTask, listTasks, type Task } from '@wayfare/contract/dispatch'
import { arriveAtPickup, collectCash, goOnline, reachDrop, sendPositions, startTrip } from '@wayfare/contract/trips'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import type { BookingId } from '@wayfare/core/ids'
import { call } from './api.ts'
import type { Person } from './people.ts'

const DEVICE = 'e2e-by-hand'

let seq = Math.floor(Date.now() / 1000)

export const makeHandDriver = (origin: string, { token, ...person }: Person) => {
  const switchTo = (online: boolean, at?: LatLng) =>
    call(origin, goOnline, { online, device: DEVICE, ...(at ? { location: { lat: at.lat, lng: at.lng } } : {}) }, token)
  const me = async (): Promise<Me> => {
    const session = await call(origin, getSession, {}, token)
    if (!session.me) throw new Error(`${person.name} is not signed in any more`)
    return session.me
  }
  const tasks = async () => (await call(origin, listTasks, {}, token)).tasks
  return {
    ...person,
    firstName: person.name.split(' ')[0] ?? '',
    me,
    tasks,
    /** The name of the car type he drives. */
    async carName(): Promise<string> {
      const { carType } = await me()
      const { carTypes } = await call(origin, listCarTypes, {})
      return carTypes.find(({ id }) => id === carType)?.name ?? ''
    },
    goOnline: (at: LatLng) => switchTo(true, at),
    goOffline: () => switchTo(false),
    /**
     * Off duty at a place, where his page finds him: positions are written a moment after they are told, and never where somebody has
     * gone off duty before the news of his going online was heard; then he does it again.
     */
    async parkAt(at: LatLng): Promise<void> {
      for (let tries = 0; tries < 100; tries++) {
        if (tries % 40 === 0) {
          await switchTo(true, at)
          await switchTo(false)
        }
        const { location } = await me()
        if (location && measureDistanceM(location, at) < 50) return
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`${person.name} is still known where he was before`)
    },
    /** The task of this booking, as soon as he is asked. */
    async waitForTask(bookingId: BookingId): Promise<Task> {
      for (let tries = 0; tries < 150; tries++) {
        const task = (await tasks()).find((each) => each.bookingId === bookingId)
        if (task) return task
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`${person.name} was never asked for ${bookingId}`)
    },
    accept: (id: BookingId) => call(origin, acceptTask, { id }, token),
    /** Accepts it as soon as he is asked. */
    async take(id: BookingId): Promise<void> {
      await this.waitForTask(id)
      await this.accept(id)
    },
    decline: (id: BookingId) => call(origin, declineTask, { id }, token),
    arrive: (id: BookingId) => call(origin, arriveAtPickup, { id }, token),
    start: (id: BookingId, otp: string | null) => call(origin, startTrip, { id, otp }, token),
    reach: (id: BookingId) => call(origin, reachDrop, { id }, token),
    /** From the kerb to the drop. */
    async drive(id: BookingId, otp: string | null = null) {
      await this.arrive(id)
      await this.start(id, otp)
      return this.reach(id)
    },
    /** From the task to the cash. */
    async serve(id: BookingId, otp: string | null = null) {
      await this.take(id)
      await this.drive(id, otp)
      return this.collect(id)
    },
    collect: (id: BookingId) => call(origin, collectCash, { id }, token),
    /** Reports standing at a place. */
    standAt({ lat, lng }: LatLng) {
      const at = Date.now()
      return call(
        origin,
        sendPositions,
        { device: DEVICE, sentAt: at, fixes: [{ seq: seq++, at, lat, lng, accuracy: 5 }] },
        token,
      )
    },
    /**
     * Goes online by a phone that was last heard of five minutes ago. Whoever goes offline and online within a moment is still known where
     * he was, and no older report changes that: then he stays away a little longer.
     */
    async fallSilent({ lat, lng }: LatLng, isStillKnown: () => Promise<boolean>): Promise<void> {
      for (let tries = 0; tries < 30; tries++) {
        await switchTo(true)
        const sentAt = Date.now()
        const fixes = [{ seq: seq++, at: sentAt - 300_000, lat, lng, accuracy: 5 }]
        const { taken } = await call(origin, sendPositions, { device: DEVICE, sentAt, fixes }, token)
        if (taken === 1 && !(await isStillKnown())) return
        await switchTo(false)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`${person.name} is still known where he was before`)
    },
    /** Reports where he was meanwhile, as a phone does that had no network. */
    tellWay(way: readonly (LatLng & { at: number })[]) {
      const fixes = way.map(({ at, lat, lng }) => ({ seq: seq++, at, lat, lng, accuracy: 5 }))
      return call(origin, sendPositions, { device: DEVICE, sentAt: Date.now(), fixes }, token)
    },
    async active(): Promise<BookingView[]> {
      return (await call(origin, listBookings, { scope: 'active', limit: 100 }, token)).bookings
    },
  }
}

export type HandDriver = ReturnType<typeof makeHandDriver>
