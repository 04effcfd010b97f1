// The demo riders tell robots their trip code, which they read in the rider's own view of the booking, as a person would.
import { getBooking, type BookingView } from '@wayfare/contract/bookings'
import type { Account } from './account.ts'

/**
 * The code; null if the booking needs none; undefined if no demo rider knows it, because the rider is a person. The robot then
 * waits at the pickup until the rider or an admin cancels.
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
