// What the desk has chosen: a job or a car. Each brings the other along, on the board and on the map.
import type { Job } from '@wayfare/contract/desk-board'
import type { UserId } from '@wayfare/core/ids'
import { useCallback, useMemo, useState } from 'react'
import { useBoard } from './dashboard-queries.ts'

type Chosen = { kind: 'job'; id: string } | { kind: 'driver'; id: UserId } | null

const findJob = (jobs: readonly Job[], chosen: Chosen): Job | null => {
  if (!chosen) return null
  const isMeant = ({ bookingId, driver, stage }: Job) =>
    chosen.kind === 'job' ? bookingId === chosen.id : driver === chosen.id && stage !== null
  return jobs.find(isMeant) ?? null
}

export const useDeskChoice = () => {
  const [{ chosen, times }, setChosen] = useState<{ chosen: Chosen; times: number }>({ chosen: null, times: 0 })
  const jobs = useBoard().last?.jobs
  const choose = useCallback((next: Chosen) => setChosen((before) => ({ chosen: next, times: before.times + 1 })), [])
  const onJob = useCallback((id: string) => choose({ kind: 'job', id }), [choose])
  const onDriver = useCallback((id: UserId | null) => choose(id === null ? null : { kind: 'driver', id }), [choose])
  const job = useMemo(() => findJob(jobs ?? [], chosen), [jobs, chosen])
  const driver = chosen?.kind === 'driver' ? chosen.id : null
  return {
    job,
    /** whose card is open */
    driver,
    /** whose car stands out on the map */
    car: driver ?? job?.driver ?? null,
    /** how often something was chosen: once more, and the map goes there again */
    times,
    onJob,
    onDriver,
  }
}

export type DeskChoice = ReturnType<typeof useDeskChoice>
