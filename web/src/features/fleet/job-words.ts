// What a row of the board says of a job, in few words.
import type { Job } from '@wayfare/contract/desk-board'
import type { Format } from '@wayfare/core/format'
import type { Translator } from '../../ui/text.ts'

const MINUTE_MS = 60_000

type Words = { t: Translator; format: Format; now: number }

/** Whole minutes, so that nothing flickers. */
const formatMinutes = (ms: number, format: Format): string => format.duration(Math.floor(Math.max(0, ms) / MINUTE_MS) * 60)

/** For how long it is at this stage; of a scheduled one when the pickup is to be. */
export const describeTime = ({ stage, since }: Job, { format, now }: Words): string => {
  if (stage !== 'scheduled') return formatMinutes(now - since, format)
  return format.moment(since, now)
}

const describeAsked = ({ count, names, declined }: NonNullable<Job['asked']>, t: Translator): string[] => {
  const listed = { names: names.join(', '), count: count - names.length }
  const asked = listed.count > 0 ? t('board_asked_more', listed) : t('board_asked_now', listed)
  return [...(count > 0 ? [asked] : []), ...(declined > 0 ? [t('board_declined', { count: declined })] : [])]
}

/** Who was asked, who is coming, or for whom it is. */
export const describePeople = (job: Job, { t }: Words): string => {
  const who = job.asked ? describeAsked(job.asked, t) : [job.driverName, job.vehicleNumber]
  return [...who, job.customerName, job.carTypeName].filter(Boolean).join(' · ')
}

/** What of it needs somebody; the most urgent where it is more than one thing. */
export const describeAlert = ({ alerts: [alert] }: Job, { t, format, now }: Words): string | null => {
  if (!alert) return null
  if (alert.kind === 'noTaker') return t(`job_no_taker_${alert.reason ?? 'not_asked'}`)
  return t(`job_alert_${alert.kind}`, { time: formatMinutes(now - alert.since, format) })
}
