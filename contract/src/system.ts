// The state of the installation, for its admins: checks with their troubles, versions, job queue, backup and proofs.
import { checkStates, jobProblems, systemChecks, systemTroubles } from '@wayfare/core/system'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { epochMs } from './values.ts'

const proof = z.object({ at: epochMs, holds: z.boolean() }).nullable()
const jobName = z.string().regex(/^[\w.]{1,60}$/)

/** Jobs of one name that used up their tries. */
const failedJobs = z.object({
  name: z.string(),
  count: z.number().int(),
  lastAt: epochMs,
  /** why the last of them failed; the log has the details */
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
        /** null unless the state is warning or failing */
        trouble: z.enum(systemTroubles).nullable(),
        /** a folder on the disk in trouble; left out while critical edits are locked */
        folder: z.string().optional(),
      }),
    ),
    version: z.string(),
    commit: z.string().nullable(),
    node: z.string(),
    /** null while the database does not answer */
    postgres: z.string().nullable(),
    startedAt: epochMs,
    /** free space on the fullest of the disks in use; null if one of them cannot be read */
    freeBytes: z.number().nullable(),
    /** the delay of live news (s), and its cause in words */
    news: z.object({ lagS: z.number().nullable(), cause: z.string().nullable() }),
    /** null while the database does not answer */
    jobs: z
      .object({
        /** due but not started: internal jobs, and jobs for outside services */
        waiting: z.number().int(),
        waitingOutside: z.number().int(),
        /** how long the oldest of them has been waiting (s) */
        oldestS: z.number(),
        /** failed, and will be retried */
        failing: z.number().int(),
        failed: z.array(failedJobs),
      })
      .nullable(),
    /** null: none in the folder, or they are stored elsewhere */
    backup: z.object({ at: epochMs, bytes: z.number(), isEncrypted: z.boolean() }).nullable(),
    /** backups go to an external store, which is not checked */
    backupIsElsewhere: z.boolean(),
    /** the backup folder; null while critical edits are locked */
    backupFolder: z.string().nullable(),
    proofs: z.object({ books: proof, audit: proof }),
    /** who is alerted to troubles: the number of addresses, and whether there is a webhook */
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
