import { Anchor, Avatar, Group, Stack, Text } from '@mantine/core'
import { IconPhone, IconStarFilled } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { useFormat, useT } from '../i18n/provider.tsx'
import { ChatButton } from './chat-button.tsx'
import classes from './shared.module.css'

/** Who comes, in which car; the plate is large because it is what one looks for in the street. */
export const DriverCard = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const format = useFormat()
  const car = [booking.vehicleMake, booking.vehicleModel].filter(Boolean).join(' ')
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        {booking.vehicleNumber && (
          <div className={classes.plate} aria-label={t('plate_label', { plate: booking.vehicleNumber })} role="img">
            <bdi dir="ltr">{booking.vehicleNumber}</bdi>
          </div>
        )}
        <Text size="sm" c="dimmed">
          {car === '' ? booking.carTypeName : `${car} · ${booking.carTypeName}`}
        </Text>
      </Group>
      <Group justify="space-between" gap="sm">
        {/* a name keeps its words whole as long as they fit on a line: what reaches the driver then stands below */}
        <Group gap="sm" wrap="nowrap" flex="1 1 min-content" miw={0}>
          <Avatar src={booking.driverImage} alt="" size={44} color="neutral" name={booking.driverName ?? ''} />
          <div style={{ minWidth: 0 }}>
            <Text fw={600}>{booking.driverName}</Text>
            {booking.driverRating !== null && booking.driverRating > 0 && (
              <Group gap={4} role="img" aria-label={t('rating_label', { stars: booking.driverRating })}>
                <IconStarFilled size={14} aria-hidden />
                <Text size="sm">{format.number(booking.driverRating)}</Text>
              </Group>
            )}
          </div>
        </Group>
        <Group gap="sm" wrap="nowrap">
          <ChatButton booking={booking} />
          {booking.driverContact && (
            <Anchor href={`tel:${booking.driverContact}`} className={classes.call} underline="never">
              <IconPhone size={20} aria-hidden />
              <span>{t('call_driver')}</span>
            </Anchor>
          )}
        </Group>
      </Group>
    </Stack>
  )
}
