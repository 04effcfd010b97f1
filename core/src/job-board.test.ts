import { expect, it } from 'vitest'
import { statuses } from './booking.ts'
import { compareJobs, getJobStage } from './job-board.ts'

type JobPlace = Parameters<typeof compareJobs>[0]

const job = (stage: JobPlace['stage'], since: number, urgency: number | null = null) => ({ stage, since, urgency })

const now = 1_800_000_000_000

it('puts every status under its heading', () => {
  const stagesAt = (releaseAt: number) =>
    Object.fromEntries(statuses.map((status) => [status, getJobStage({ status, releaseAt }, now)]))
  expect(stagesAt(now)).toEqual({
    PAYMENT_PENDING: null,
    NEW: 'waiting',
    ACCEPTED: 'coming',
    ARRIVED: 'coming',
    STARTED: 'onTrip',
    REACHED: 'onTrip',
    PENDING: null,
    PAID: null,
    COMPLETE: null,
    CANCELLED: null,
  })
  // a booking for later that was accepted early counts as coming
  expect(stagesAt(now + 1)).toMatchObject({ PAYMENT_PENDING: 'scheduled', NEW: 'scheduled', ACCEPTED: 'coming', CANCELLED: null })
})

it('has alerts first, then who waits, the longest on top', () => {
  const inOrder = [
    job('onTrip', 9, 0),
    job('waiting', 5, 1),
    job(null, 1, 4),
    job('waiting', 2),
    job('waiting', 3),
    job('coming', 1),
    job('onTrip', 1),
    job('scheduled', 0),
  ]
  expect(inOrder.toReversed().toSorted(compareJobs)).toEqual(inOrder)
})
