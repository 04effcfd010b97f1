import * as contract from '@wayfare/contract/bookings'
import { quoteCars as quoteCarsEndpoint } from '@wayfare/contract/bookings-cars'
import * as desk from '@wayfare/contract/bookings-desk'
import * as receipts from '@wayfare/contract/bookings-receipt'
import * as tips from '@wayfare/contract/bookings-tip'
import { getBookingPhoto, putBookingPhoto } from '@wayfare/contract/files'
import { getUser } from '../../http/actor.ts'
import { serveEndpoint, serveFile, type ServedRoute } from '../../http/serve.ts'
import * as claims from './commands-claims.ts'
import * as create from './commands-create.ts'
import { changeTripDate } from './commands-date.ts'
import { setBookingHold } from './commands-hold.ts'
import * as notes from './commands-notes.ts'
import * as photos from './commands-photos.ts'
import { giveTip } from './commands-tip.ts'
import * as commands from './commands.ts'
import * as deskQueries from './queries-desk.ts'
import { exportBookings } from './queries-export.ts'
import { listBookings } from './queries-list.ts'
import { getReceipt, getReceiptPdf } from './queries-receipt.ts'
import { getTip } from './queries-tip.ts'
import * as queries from './queries.ts'
import { quoteBooking, quoteCars } from './quote.ts'

export const routes: readonly ServedRoute[] = [
  serveEndpoint(contract.quoteBooking)((deps, actor, input) => quoteBooking(deps, actor, input)),
  serveEndpoint(quoteCarsEndpoint)((deps, _actor, input) => quoteCars(deps, input)),
  serveEndpoint(contract.createBooking)((deps, actor, input) => create.createBooking(deps, actor, input)),
  serveEndpoint(contract.changeTripDate)((deps, actor, input) => changeTripDate(deps, getUser(actor), input)),
  serveEndpoint(contract.listBookings)((deps, actor, input) => listBookings(deps, getUser(actor), input)),
  serveFile(desk.exportBookings)((deps, actor, input) => exportBookings(deps, getUser(actor), input)),
  serveEndpoint(contract.getBooking)((deps, actor, { id }) => queries.getBooking(deps, getUser(actor), id)),
  serveEndpoint(contract.listBookingSteps)((deps, actor, { id }) => queries.listBookingSteps(deps, getUser(actor), id)),
  serveEndpoint(contract.cancelBooking)((deps, actor, input) => commands.cancelBooking(deps, getUser(actor), input)),
  serveEndpoint(contract.rateBooking)((deps, actor, input) => commands.rateBooking(deps, getUser(actor), input)),
  serveEndpoint(tips.getTip)((deps, actor, { id }) => getTip(deps, getUser(actor), id)),
  serveEndpoint(tips.giveTip)((deps, actor, input) => giveTip(deps, getUser(actor), input)),
  serveEndpoint(receipts.getReceipt)((deps, actor, { id }) => getReceipt(deps, getUser(actor), id)),
  serveFile(receipts.getReceiptPdf)((deps, actor, input) => getReceiptPdf(deps, getUser(actor), input)),
  serveEndpoint(desk.decideClaim)((deps, actor, input) => claims.decideClaim(deps, getUser(actor), input)),
  serveEndpoint(desk.payClaim)((deps, actor, input) => claims.payClaim(deps, getUser(actor), input)),
  serveEndpoint(desk.listNotes)((deps, actor, { id }) => deskQueries.listNotes(deps, getUser(actor), id)),
  serveEndpoint(desk.addNote)((deps, actor, input) => notes.addNote(deps, getUser(actor), input)),
  serveEndpoint(desk.removeNote)((deps, actor, input) => notes.removeNote(deps, getUser(actor), input)),
  serveEndpoint(desk.setBookingHold)((deps, actor, input) => setBookingHold(deps, getUser(actor), input)),
  serveEndpoint(desk.getBookingRecord)((deps, _actor, { id }) => deskQueries.getBookingRecord(deps, id)),
  serveEndpoint(putBookingPhoto)((deps, actor, input, { bytes }) => photos.savePhoto(deps, getUser(actor), input, bytes)),
  serveFile(getBookingPhoto)((deps, actor, input) => photos.openBookingPhoto(deps, getUser(actor), input)),
]
