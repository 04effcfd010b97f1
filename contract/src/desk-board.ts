// The desk's job board: all current and upcoming jobs, with their alerts.
import { alertKinds } from '@wayfare/core/alerts'
import { statuses } from '@wayfare/core/booking'
import { jobStages } from '@wayfare/core/job-board'
import { z } from 'zod'
import { noTakerReasons } from './desk.ts'
import { defineEndpoint } from './endpoint.ts'
import { bookingId, epochMs, stop, userId } from './values.ts'

/** An alert of a job; `since` as in /alerts. */
const jobAlert = z.object({ kind: z.enum(alertKinds), since: epochMs, reason: z.enum(noTakerReasons).nullable() })

/** Most names of asked drivers in a response. */
export const mostAskedNamed = 3

/** One booking on the board. Contacts are null while critical edits are locked. */
const job = z.object({
  bookingId,
  status: z.enum(statuses),
  /** null: the trip is over, and the job is on the board only for its alert */
  stage: z.enum(jobStages).nullable(),
  /** start of the stage: waiting, driver coming or there, on the trip or over; for a scheduled job the pickup time */
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
  /** for a waiting job: how many are being asked, the names of those asked last, and how many declined */
  asked: z.object({ count: z.number().int(), names: z.array(z.string()), declined: z.number().int() }).nullable(),
  /** the most urgent first */
  alerts: z.array(jobAlert),
})
export type Job = z.infer<typeof job>

const count = z.number().int()

/** Most current jobs, and most scheduled jobs, in a response. */
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
