// The matrix of records: for each endpoint that names one, a call about somebody else's; or why it is everybody's.
import type { Role } from '@wayfare/core/accounts'
import type { BookingId } from '@wayfare/core/ids'
import type { TestUser } from './make.ts'

export type Town = {
  booking: BookingId
  rider: TestUser
  driver: TestUser
  fleetAdmin: TestUser
  payment: string
  panic: string
  savedPlace: string
  documentAt: string
  png: Buffer
}

/**
 * `owner`: who does reach it, which shows that it is there; left out where the call would change it.
 * `instead`: a role that is given what is its own, whatever it asks for.
 */
export type Cell = { input: object; file?: boolean; owner?: 'rider' | 'driver' | 'fleetAdmin'; instead?: Role }

type Line = (town: Town) => Cell

const ofBooking =
  (rest: object = {}, owner?: Cell['owner']): Line =>
  ({ booking }) => ({ input: { id: booking, ...rest }, ...(owner ? { owner } : {}) })

const ofDriver =
  (rest: object = {}, owner?: Cell['owner']): Line =>
  ({ driver }) => ({ input: { id: driver.id, ...rest }, ...(owner ? { owner } : {}) })

/** Records that have an owner. Whoever else may use the verb finds nothing there; only-admin verbs are guarded by the role. */
export const owned: Record<string, Line> = {
  'accounts.changeSavedPlace': ({ savedPlace }) => ({ input: { id: savedPlace, name: 'Mine', lat: 57.7, lng: 11.9 } }),
  'accounts.endSession': ({ rider }) => ({ input: { id: rider.sessionId } }),
  'accounts.invitationLink': ofDriver(),
  'accounts.invite': ofDriver(),
  'accounts.person': ofDriver({}, 'fleetAdmin'),
  'accounts.removeSavedPlace': ({ savedPlace }) => ({ input: { id: savedPlace } }),
  'accounts.setApproval': ofDriver({ approved: false }),
  'accounts.setLicense': ({ driver }) => ({ input: { id: driver.id }, file: true }),
  'accounts.updatePerson': ofDriver({ firstName: 'Mine' }),
  'bookings.cancel': ofBooking({ reason: 'Driver is late' }),
  'bookings.changeTripDate': ofBooking({ tripDate: 4_000_000_000_000 }),
  'bookings.get': ofBooking({}, 'rider'),
  'bookings.giveTip': ofBooking({ amount: '1' }),
  'bookings.notes': ofBooking({}, 'fleetAdmin'),
  'bookings.payClaim': ofBooking(),
  'bookings.rate': ofBooking({ stars: 1 }),
  'bookings.receipt': ofBooking(),
  'bookings.receiptPdf': ofBooking(),
  'bookings.steps': ofBooking({}, 'driver'),
  'bookings.tip': ofBooking({}, 'rider'),
  'chat.list': ofBooking({}, 'rider'),
  'chat.read': ofBooking({ upTo: 1 }),
  'chat.send': ofBooking({ message: 'Hello', clientKey: 'matrix-key-1' }),
  'desk.driver': ofDriver({}, 'fleetAdmin'),
  'dispatch.accept': ofBooking(),
  'dispatch.decline': ofBooking(),
  'files.getBookingPhoto': ofBooking({ kind: 'pickup_image' }, 'rider'),
  'files.getDriverDocument': ({ driver, documentAt }) => ({ input: { uid: driver.id, time: documentAt }, owner: 'fleetAdmin' }),
  'files.putBookingPhoto': ({ booking }) => ({ input: { id: booking, kind: 'pickup_image' }, file: true }),
  'payments.checkout': ({ payment }) => ({ input: { id: payment }, owner: 'rider' }),
  'payments.complete': ({ payment }) => ({ input: { id: payment, token: 'approve' } }),
  'payments.get': ({ payment }) => ({ input: { id: payment }, owner: 'rider' }),
  'payments.payTip': ofBooking({ amount: '1', provider: 'test' }),
  'payments.pay': ofBooking({ provider: 'test' }),
  'reports.exportStatement': ({ driver }) => ({ input: { driver: driver.id }, owner: 'fleetAdmin', instead: 'driver' }),
  'reports.statement': ({ driver }) => ({ input: { driver: driver.id }, owner: 'fleetAdmin', instead: 'driver' }),
  'trips.answerPanic': ({ panic }) => ({ input: { id: panic } }),
  'trips.arrive': ofBooking(),
  'trips.collectCash': ofBooking(),
  'trips.raisePanic': ofBooking(),
  'trips.reach': ofBooking(),
  'trips.sendShare': ofBooking({ to: 'friend@test.example' }),
  'trips.share': ofBooking(),
  'trips.shares': ofBooking({}, 'rider'),
  'trips.start': ofBooking({ otp: null }),
  'trips.stopSharing': ofBooking(),
  'trips.tracking': ofBooking({}, 'driver'),
}

/** What is nobody's alone, or one's own by its name. */
export const shared: Record<string, string> = {
  'accounts.removeView': 'a view is found by the name one gave it oneself',
  'accounts.saveView': 'the same',
  'accounts.views': 'one’s own views of a table that all have',
  'files.getCarImage': 'pictures of car types are for everyone',
  'files.getProfileImage': 'shown to whoever was given its address, which cannot be guessed',
  'languages.texts': 'texts are for everyone',
  'places.resolve': 'places are for everyone',
}
