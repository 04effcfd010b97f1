// The demo riders read their code out to a robot: it is taken from the rider's own view, as a person would take it.
import { getBooking, type BookingView } from '@wayfare/contract/bookings'
import type { Account } from './account.ts'

/**
 * The code, null when the booking needs none, or undefined when nobody here can read it out: the rider registered by himself.
 * Then the robot waits at the pickup until the rider or an admin cancels.
 */
export type CodeReader = (booking: BookingView) => Promise<string | null | undefined>

export const makeReadCode = (riders: readonly Account[]): CodeReader => {
  const find = async (customer: string): Promise<Account | null> => {
    for (const rider of riders) if ((await rider.getMe())?.id === customer) return rider
    return null
  }
  return async (booking) => {
    if (!booking.otpSecure) return null
    const rider = await find(booking.customer)
    if (!rider) return undefined
    const reply = await rider.call(getBooking, { id: booking.id })
    return reply.ok ? (reply.value.otp ?? undefined) : undefined
  }
}
