// What the demo lock does to every endpoint, one line each: refuses it, keeps its file in, asks more closely, or leaves it alone.
import type { CarTypeId, BookingId } from '@wayfare/core/ids'
import type { CallOptions } from './calls.ts'
import type { TestUser } from './make.ts'

export type Scene = {
  admin: TestUser
  rider: TestUser
  driver: TestUser
  booking: BookingId
  carType: CarTypeId
  /** of the dev inbox, to the rider */
  message: string
  png: Buffer
}

type Line = (scene: Scene) => { input: object; options?: CallOptions }

const id = 'nobody0000000000'
const operatorPlace = { name: 'Locked', lat: 57.7, lng: 11.97 }
const promo = { promoName: 'LOCKED', promoDiscountType: 'flat', promoDiscountValue: '5' }
const car = {
  name: 'Locked',
  image: '/images/cars/city.svg',
  baseFare: '1',
  ratePerUnitDistance: '1',
  ratePerHour: '1',
  minFare: '1',
}
const carType = { ...car, convenienceFees: '0', convenienceFeeType: 'flat', category: 'taxi' }
const language = { langName: 'Suomi', langLocale: 'fi', dateLocale: 'fi' }
const person = { userType: 'driver', firstName: 'Ny', lastName: 'Ny', email: 'ny@locked.example', mobile: '+46701239911' }
const words = { title: 'Hello', body: 'Town' }

const plain =
  (input: object = {}): Line =>
  () => ({ input })

/** Refused with demo_mode while the lock is on, whatever else would be wrong; by its verb, with a call that an admin may make. */
export const locked: Record<string, Line> = {
  'accounts.createPerson': plain({ ...person, invite: false }),
  'accounts.deleteMe': ({ rider }) => ({ input: {}, options: { as: rider } }),
  'accounts.importPeople': plain({ userType: 'driver', csv: 'firstName\nA' }),
  'accounts.invitationLink': ({ driver }) => ({ input: { id: driver.id } }),
  'accounts.dropSecondFactor': ({ driver }) => ({ input: { id: driver.id } }),
  'accounts.invite': ({ driver }) => ({ input: { id: driver.id } }),
  'accounts.remove': plain({ id }),
  'accounts.resetLink': ({ driver }) => ({ input: { id: driver.id } }),
  'accounts.secondFactorBegin': plain(),
  'accounts.setApproval': ({ driver }) => ({ input: { id: driver.id, approved: false } }),
  'accounts.setLegalHold': ({ driver }) => ({ input: { id: driver.id, held: true } }),
  'accounts.setLicense': ({ driver, png }) => ({
    input: { id: driver.id },
    options: { file: { bytes: png, type: 'image/png' } },
  }),
  'accounts.updatePerson': ({ driver }) => ({ input: { id: driver.id, firstName: 'Other' } }),
  'accounts.verifyPerson': ({ driver }) => ({ input: { id: driver.id } }),
  'bookings.cancel': ({ booking }) => ({ input: { id: booking, reason: 'Driver is late' } }),
  'bookings.decideClaim': ({ booking }) => ({ input: { id: booking, grant: true, reason: 'Closed road' } }),
  'bookings.payClaim': ({ booking }) => ({ input: { id: booking } }),
  'bookings.setLegalHold': ({ booking }) => ({ input: { id: booking, held: true } }),
  'catalog.changeCarType': plain({ id, ...carType }),
  'catalog.removeCarType': plain({ id }),
  'catalog.restoreCarType': plain({ id }),
  'cities.activate': plain({ dataset: 'nowhere' }),
  'cities.addPart': () => ({
    input: { upload: 'none', offset: 0 },
    options: { file: { bytes: Buffer.from('part'), type: 'application/octet-stream' } },
  }),
  'cities.beginUpload': plain({ name: 'city.osm.pbf', bytes: 10 }),
  'cities.cancel': plain(),
  'cities.import': plain({ file: 'city.osm.pbf' }),
  'cities.remove': plain({ dataset: 'nowhere' }),
  'cities.rollBack': plain(),
  'catalog.saveCancelReasons': plain({ reasons: ['One', 'One'] }),
  'languages.add': plain(language),
  'languages.change': plain({ id, ...language }),
  'languages.makeDefault': plain({ id }),
  'languages.remove': plain({ id }),
  'languages.savePairs': plain({ id, changes: {} }),
  'messages.sendCampaign': plain({ id }),
  'messages.testCampaign': plain(words),
  'payments.changeReversal': plain({ id, fee: '1' }),
  'payments.enable': plain({ name: 'stripe', mode: 'sandbox', enabled: true }),
  'payments.recordReversal': plain({ id, kind: 'dispute', ref: 'dp_1', amount: '1', reason: 'Fraud', day: '2026-01-01' }),
  'payments.refund': plain({ id, amount: '1', target: 'wallet' }),
  'payments.removeKeys': plain({ name: 'stripe', mode: 'sandbox' }),
  'payments.retryRefund': plain({ id }),
  'payments.saveKeys': plain({ name: 'stripe', mode: 'sandbox', keys: {} }),
  'places.addOperatorPlace': plain(operatorPlace),
  'places.changeOperatorPlace': plain({ id, ...operatorPlace }),
  'places.removeOperatorPlace': plain({ id }),
  'places.restoreOperatorPlace': plain({ id }),
  'promos.change': plain({ id, ...promo }),
  'promos.remove': plain({ id }),
  'promos.restore': plain({ id }),
  'demo.makeTown': plain(),
  'settings.applyProposal': plain({ parts: ['country'], seen: 'x' }),
  'settings.save': plain({ appName: 'Locked' }),
}

/** Files that stay in. */
export const exportsOff: Record<string, Line> = {
  'accounts.exportPeople': plain({ userType: 'rider' }),
  'audit.export': plain(),
  'bookings.export': plain(),
  'messages.exportCampaigns': plain({ format: 'csv' }),
  'payments.exportPayments': plain({ format: 'csv' }),
  'reports.exportDriverEarnings': plain(),
  'reports.exportEarnings': plain(),
  'reports.exportStatement': ({ driver }) => ({ input: { driver: driver.id } }),
  'reports.exportStatements': plain(),
  'reports.sheet': plain({ name: 'rows', columns: ['a'], rows: [['b']], format: 'csv' }),
  'wallet.exportWithdraws': plain({ format: 'csv' }),
  'wallet.exportJournal': plain({ from: '2026-01-01', to: '2026-01-31' }),
  'wallet.exportTransfers': plain({ ids: 'W1' }),
}

/** Refused in part, which has a test of its own. */
export const partly: Record<string, string> = {
  'accounts.people': 'the order by a hidden contact; queries-people.test',
  'accounts.changePassword': 'the people of a demo, whose passwords everybody knows; commands-password.test',
  'accounts.resetPassword': 'the same, by a mailed link',
}

/** Named in the specification as not gated: done while the lock is on. */
export const openAsEver: Record<string, Line> = {
  'promos.add': plain(promo),
  'catalog.addCarType': plain(carType),
  'accounts.addCaller': plain({ firstName: 'Nour', mobile: '+46701239933' }),
  'accounts.createPerson': plain({
    ...person,
    userType: 'rider',
    email: 'rider@locked.example',
    mobile: '+46701239922',
    invite: false,
  }),
}

const bookingsOf = ['bookings.get', 'bookings.steps', 'bookings.notes', 'bookings.record', 'bookings.receipt', 'trips.tracking']

/** What the desk reads: whatever it holds, it holds no contact while the lock is on. */
export const deskReads: Record<string, Line> = {
  ...Object.fromEntries(bookingsOf.map((verb): [string, Line] => [verb, ({ booking }) => ({ input: { id: booking } })])),
  'accounts.drivers': plain(),
  'accounts.people': plain({ userType: 'driver' }),
  'accounts.person': ({ rider }) => ({ input: { id: rider.id } }),
  'accounts.searchRiders': ({ rider }) => ({ input: { text: rider.firstName } }),
  'audit.list': plain(),
  'bookings.list': plain(),
  'chat.list': ({ booking }) => ({ input: { id: booking } }),
  'desk.alerts': plain(),
  'desk.board': plain(),
  'desk.driver': ({ driver }) => ({ input: { id: driver.id } }),
  'desk.search': ({ rider }) => ({ input: { text: rider.firstName } }),
  'messages.getDev': ({ message }) => ({ input: { id: message } }),
  'messages.listDev': plain(),
  'payments.list': plain(),
  'reports.dashboard': plain(),
  'reports.driverEarnings': plain(),
  'reports.statement': ({ driver }) => ({ input: { driver: driver.id } }),
  'reports.statements': plain(),
  'trips.panics': plain(),
  'wallet.allWithdraws': plain(),
  'wallet.list': plain(),
  'wallet.search': ({ rider }) => ({ input: { text: rider.firstName } }),
}
