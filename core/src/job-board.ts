// The desk's board of jobs: which bookings are on it, under which heading, and in which order.
import { findTripEnd, isUnassigned, isWaitingForDriver, type Status } from './booking.ts'

/** From the one that needs the desk first: a driver is looked for, is coming, is on the trip; or will be looked for later. */
export const jobStages = ['waiting', 'coming', 'onTrip', 'scheduled'] as const
export type JobStage = (typeof jobStages)[number]

/** Under which heading a booking is; null for one that is over, or waits for its prepayment. `releaseAt` in epoch ms. */
export const getJobStage = ({ status, releaseAt }: { status: Status; releaseAt: number }, now: number): JobStage | null => {
  if (isUnassigned(status) && releaseAt > now) return 'scheduled'
  if (isWaitingForDriver(status)) return 'waiting'
  const end = findTripEnd(status)
  if (end === null) return null
  return end === 'pickup' ? 'coming' : 'onTrip'
}

/** `since`: since when it is at this stage, of a scheduled one when the pickup is to be; `urgency`: 0 is the most urgent alert, null none. */
type JobPlace = { stage: JobStage | null; since: number; urgency: number | null }

const rankOf = ({ stage }: JobPlace): number => (stage === null ? jobStages.length : jobStages.indexOf(stage))

/** What needs the desk comes first, the most urgent of it on top; then by stage, and in each the one that is there longest. */
export const compareJobs = (a: JobPlace, b: JobPlace): number =>
  (a.urgency ?? Infinity) - (b.urgency ?? Infinity) || rankOf(a) - rankOf(b) || a.since - b.since
