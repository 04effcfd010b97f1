// What moves the dashboard's figures beside bookings, which are followed everywhere: accounts, withdrawals, payments, and midnight.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readServerNow, useTopic } from '../../api/live.ts'
import { queryKeys } from '../../api/query-client.ts'

/** These lists change seldom: each change is worth a look at the figures. */
export const useLiveCounters = (isAdmin: boolean): void => {
  const client = useQueryClient()
  const look = () => void client.invalidateQueries({ queryKey: queryKeys.dashboard, exact: true })
  useTopic('driverAccounts', look)
  useTopic(isAdmin ? 'withdraws' : null, look)
  useTopic(isAdmin ? 'payments' : null, look)
}

/** The first moment of the new day, not the last of the old one (ms). */
const AFTER_MS = 500

/** When the city's day is over, today's figures begin anew. */
export const useDayChange = (dayEndsAt: number | null): void => {
  const client = useQueryClient()
  useEffect(() => {
    if (dayEndsAt === null) return undefined
    const look = () => void client.invalidateQueries({ queryKey: queryKeys.dashboard })
    const timer = setTimeout(look, Math.max(0, dayEndsAt - readServerNow()) + AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, dayEndsAt])
}

/** The charts follow the figures, which also move when a demo's past is written under an open page. */
export const useTrendsAlong = (revenue: string | null): void => {
  const client = useQueryClient()
  const before = useRef(revenue)
  useEffect(() => {
    if (before.current !== null && before.current !== revenue) void client.invalidateQueries({ queryKey: queryKeys.trends })
    before.current = revenue
  }, [client, revenue])
}
