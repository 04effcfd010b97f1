import * as contract from '@wayfare/contract/bookings'
import * as desk from '@wayfare/contract/bookings-desk'
import * as receipts from '@wayfare/contract/bookings-receipt'
import { getBookingPhoto, putBookingPhoto } from '@wayfare/contract/files'
import { userOf } from '../../http/actor.ts'
import { serve, serveFile } from '../../http/serve.ts'
import type { Served } from '../../http/serve.ts'
import * as claims from './commands-claims.ts'
import * as create from './commands-create.ts'
import { changeTripDate } from './commands-date.ts'
import * as notes from './commands-notes.ts'
import * as photos from './commands-photos.ts'
import * as commands from './commands.ts'
import * as deskQueries from './queries-desk.ts'
import { exportBookings } from './queries-export.ts'
import { listBookings } from './queries-list.ts'
import { getReceipt, getReceiptPdf } from './queries-receipt.ts'
import * as queries from './queries.ts'
import { quoteBooking } from './quote.ts'

export const routes: readonly Served[] = [
  serve(contract.quoteBooking)((deps, actor, input) => quoteBooking(deps, actor, input)),
  serve(contract.createBooking)((deps, actor, input) => create.createBooking(deps, actor, input)),
  serve(contract.changeTripDate)((deps, actor, input) => changeTripDate(deps, userOf(actor), input)),
  serve(contract.listBookings)((deps, actor, input) => listBookings(deps, userOf(actor), input)),
  serveFile(desk.exportBookings)((deps, actor, input) => exportBookings(deps, userOf(actor), input)),
  serve(contract.getBooking)((deps, actor, { id }) => queries.getBooking(deps, userOf(actor), id)),
  serve(contract.listBookingSteps)((deps, actor, { id }) => queries.listBookingSteps(deps, userOf(actor), id)),
  serve(contract.cancelBooking)((deps, actor, input) => commands.cancelBooking(deps, userOf(actor), input)),
  serve(contract.rateBooking)((deps, actor, input) => commands.rateBooking(deps, userOf(actor), input)),
  serve(receipts.getReceipt)((deps, actor, { id }) => getReceipt(deps, userOf(actor), id)),
  serveFile(receipts.getReceiptPdf)((deps, actor, input) => getReceiptPdf(deps, userOf(actor), input)),
  serve(desk.decideClaim)((deps, actor, input) => claims.decideClaim(deps, userOf(actor), input)),
  serve(desk.payClaim)((deps, actor, input) => claims.payClaim(deps, userOf(actor), input)),
  serve(desk.listNotes)((deps, actor, { id }) => deskQueries.listNotes(deps, userOf(actor), id)),
  serve(desk.addNote)((deps, actor, input) => notes.addNote(deps, userOf(actor), input)),
  serve(desk.removeNote)((deps, actor, input) => notes.removeNote(deps, userOf(actor), input)),
  serve(desk.getBookingRecord)((deps, _actor, { id }) => deskQueries.getBookingRecord(deps, id)),
  serve(putBookingPhoto)((deps, actor, input, { bytes }) => photos.putPhoto(deps, userOf(actor), input, bytes)),
  serveFile(getBookingPhoto)((deps, actor, input) => photos.openBookingPhoto(deps, userOf(actor), input)),
]
