import { SimpleGrid } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { isBusy } from '@wayfare/core/booking'
import { SafetyButton } from './safety-button.tsx'
import { ShareTrip } from './share-trip.tsx'

/** Others follow the trip, and help is near: side by side while a driver is on it. */
export const TripSafety = ({ booking }: { booking: BookingView }) =>
  isBusy(booking.status) ? (
    <SimpleGrid cols={2} spacing="sm">
      <ShareTrip booking={booking} />
      <SafetyButton booking={booking} />
    </SimpleGrid>
  ) : null
