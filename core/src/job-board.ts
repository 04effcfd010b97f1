// The desk's job board: which bookings are on it, in which column, and in which order.
import { findTripEnd, isUnassigned, isWaitingForDriver, type Status } from './booking.ts'

/** In the desk's order: looking for a driver, driver on the way, on the trip; last those to be dispatched later. */
export const jobStages = ['waiting', 'coming', 'onTrip', 'scheduled'] as const
export type JobStage = (typeof jobStages)[number]

/** The stage of a booking on the board; null if it is over or awaits prepayment. `releaseAt` in epoch ms. */
export const getJobStage = ({ status, releaseAt }: { status: Status; releaseAt: number }, now: number): JobStage | null => {
  if (isUnassigned(status) && releaseAt > now) return 'scheduled'
  if (isWaitingForDriver(status)) return 'waiting'
  const end = findTripEnd(status)
  if (end === null) return null
  return end === 'pickup' ? 'coming' : 'onTrip'
}

/** `since`: start of the stage, or of the pickup if scheduled; `urgency`: 0 for the most urgent alert, null without one. */
type JobPlace = { stage: JobStage | null; since: number; urgency: number | null }

const rankOf = ({ stage }: JobPlace): number => (stage === null ? jobStages.length : jobStages.indexOf(stage))

/** Sorts bookings with alerts first, the most urgent on top; then by stage, and within a stage by time, the earliest first. */
export const compareJobs = (a: JobPlace, b: JobPlace): number =>
  (a.urgency ?? Infinity) - (b.urgency ?? Infinity) || rankOf(a) - rankOf(b) || a.since - b.since
