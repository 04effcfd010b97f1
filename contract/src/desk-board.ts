// The desk's board: every job that goes on or is to come, with what needs somebody.
import { alertKinds } from '@wayfare/core/alerts'
import { statuses } from '@wayfare/core/booking'
import { jobStages } from '@wayfare/core/job-board'
import { z } from 'zod'
import { noTakerReasons } from './desk.ts'
import { defineEndpoint } from './endpoint.ts'
import { bookingId, epochMs, stop, userId } from './values.ts'

/** What of a job needs somebody; `since` as in /alerts. */
const jobAlert = z.object({ kind: z.enum(alertKinds), since: epochMs, reason: z.enum(noTakerReasons).nullable() })

/** An answer names no more of the drivers who were asked than this. */
export const mostAskedNamed = 3

/** One booking on the board. While critical edits are locked, the contacts are null. */
const job = z.object({
  bookingId,
  status: z.enum(statuses),
  /** null: over, and on the board for its alert alone */
  stage: z.enum(jobStages).nullable(),
  /** since when it waits, its driver is coming or there, the trip goes on or is over; of a scheduled one when the pickup is to be */
  since: epochMs,
  category: z.enum(['taxi', 'delivery']),
  carTypeName: z.string(),
  pickup: stop,
  drop: stop,
  customerName: z.string(),
  customerContact: z.string().nullable(),
  driver: userId.nullable(),
  driverName: z.string().nullable(),
  driverContact: z.string().nullable(),
  vehicleNumber: z.string().nullable(),
  /** of a job that waits: how many are asked now, the names of those asked last, and how many declined */
  asked: z.object({ count: z.number().int(), names: z.array(z.string()), declined: z.number().int() }).nullable(),
  /** the most urgent first */
  alerts: z.array(jobAlert),
})
export type Job = z.infer<typeof job>

const count = z.number().int()

/** An answer holds no more jobs that go on, and no more scheduled ones, than these. */
export const mostJobs = 300
export const mostScheduled = 50

export const getBoard = defineEndpoint({
  verb: 'desk.board',
  path: 'GET /board',
  summary: `Jobs that need somebody first, then those that wait for a driver (the longest on top), whose driver is coming, on the trip, and the next ${mostScheduled} for later. All for an admin, those of the own drivers for a fleet admin. The counts are of all, also where the list holds no more than ${mostJobs}.`,
  access: ['admin', 'fleetadmin'],
  output: z.object({
    jobs: z.array(job),
    counts: z.object({ waiting: count, coming: count, onTrip: count, scheduled: count, problems: count }),
  }),
})
