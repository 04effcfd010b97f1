// A trip whose code was wrong too often is started by the desk, which asks both first whether they are together.
import { Alert, Button } from '@mantine/core'
import type { BookingView } from '@wayfare/contract/bookings'
import { startForDriver } from '@wayfare/contract/trips'
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export const StartForDriver = ({ booking }: { booking: BookingView }) => {
  const t = useT()
  const action = useWrite(startForDriver)
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    if (await action.run({ id: booking.id })) setAsking(false)
  }
  if (!booking.may.startTrip && !isAsking) return null
  return (
    <Alert color="warn" variant="light" title={t('deed_code_locked')}>
      <Button size="md" onClick={() => setAsking(true)}>
        {t('start_for_driver')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('start_for_driver_title', { rider: booking.customerName, driver: booking.driverName ?? '–' })}
          confirmLabel={t('start_for_driver')}
          write={action}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          {t('start_for_driver_text', { plate: booking.vehicleNumber ?? '–' })}
        </ConfirmDialog>
      )}
    </Alert>
  )
}
