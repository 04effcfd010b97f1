import { Alert, Button, Drawer, Skeleton, Text } from '@mantine/core'
import { asId } from '@wayfare/core/ids'
import { useBooking } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { BookingDetail } from '../../shared/booking-detail.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'

const Content = ({ id }: { id: string }) => {
  const t = useT()
  const problemText = useProblemText()
  const { data, error, reload } = useBooking(asId<'booking'>(id))
  if (error.flag) {
    return (
      <Alert color="danger" role="alert">
        <Text mb="sm">{problemText(error.cause)}</Text>
        <Button variant="default" onClick={reload}>
          {t('try_again')}
        </Button>
      </Alert>
    )
  }
  return data ? <BookingDetail booking={data} desk /> : <Skeleton height={420} />
}

/** One booking beside the table, for the desk. */
export const BookingDrawer = ({ id, onClose }: { id: string | null; onClose: () => void }) => {
  const t = useT()
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={
        <>
          {t('booking_id')} <bdi dir="ltr">{id}</bdi>
        </>
      }
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      {id !== null && <Content key={id} id={id} />}
    </Drawer>
  )
}
