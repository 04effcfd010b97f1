// How the installation stands, for its admins: what is wrong and what to do, what runs, what waits, and when it was backed up and proved.
import { checkStates, jobProblems, systemChecks, systemTroubles } from '@wayfare/core/system'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs } from './values.ts'

const proof = z.object({ at: epochMs, holds: z.boolean() }).nullable()
const jobName = z.string().regex(/^[\w.]{1,60}$/)

/** What of one name used up its tries. */
const failedJobs = z.object({
  name: z.string(),
  count: z.number().int(),
  lastAt: epochMs,
  /** what the last of them failed at; the log has the whole of it */
  problem: z.enum(jobProblems),
})

export const getSystem = defineEndpoint({
  verb: 'system.state',
  path: 'GET /system',
  summary: 'How the installation stands: each check, versions, disk, queue, the last backup and the last proofs.',
  access: ['admin'],
  output: z.object({
    at: epochMs,
    state: z.enum(checkStates).exclude(['unknown']),
    checks: z.array(
      z.object({
        name: z.enum(systemChecks),
        state: z.enum(checkStates),
        /** null while it is well, or not known */
        trouble: z.enum(systemTroubles).nullable(),
        /** lies on the disk that is in trouble; left out while critical edits are locked */
        folder: z.string().optional(),
      }),
    ),
    version: z.string(),
    commit: z.string().nullable(),
    node: z.string(),
    /** null while the database does not say */
    postgres: z.string().nullable(),
    startedAt: epochMs,
    /** room on the fullest of the disks that are written to; null where one does not say */
    freeBytes: z.number().nullable(),
    /** how late live news is (s), and why, in words */
    news: z.object({ lagS: z.number().nullable(), cause: z.string().nullable() }),
    /** null while the database does not say */
    jobs: z
      .object({
        /** due and not taken up: of the installation itself, and for services outside */
        waiting: z.number().int(),
        waitingOutside: z.number().int(),
        /** how long the first of them has been waiting (s) */
        oldestS: z.number(),
        /** failed and will be tried again */
        failing: z.number().int(),
        failed: z.array(failedJobs),
      })
      .nullable(),
    /** null: none is in the folder, or they are elsewhere */
    backup: z.object({ at: epochMs, bytes: z.number(), isEncrypted: z.boolean() }).nullable(),
    /** they go to a store, which is not asked: its own pages say what lies there */
    backupIsElsewhere: z.boolean(),
    /** where backups are; null while critical edits are locked */
    backupFolder: z.string().nullable(),
    proofs: z.object({ books: proof, audit: proof }),
    /** who is told of what is wrong: so many addresses, and whether a webhook */
    alerts: z.object({ mail: z.number().int(), webhook: z.boolean() }),
  }),
})
export type SystemView = z.infer<(typeof getSystem)['output']>

export const retryJobs = defineEndpoint({
  verb: 'system.retryJobs',
  path: 'POST /system/jobs/retry',
  summary: 'Tries the jobs of this name that used up their tries again, from the first try on.',
  access: ['admin'],
  input: z.strictObject({ name: jobName }),
  output: z.object({ count: z.number().int() }),
  perMinute: 30,
})

export const forgetJobs = defineEndpoint({
  verb: 'system.forgetJobs',
  path: 'POST /system/jobs/forget',
  summary: 'Lets go of the jobs of this name that used up their tries: what they were to do is not done.',
  access: ['admin'],
  input: z.strictObject({ name: jobName }),
  output: z.object({ count: z.number().int() }),
  perMinute: 30,
})
