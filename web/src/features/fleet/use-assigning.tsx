// Assigning a driver, as an action of a row and of the drawer: an admin's, for new bookings, while nobody is asked automatically.
import { IconUserPlus } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { AssignDialog } from './assign-dialog.tsx'

export type Assigning = { actionOf: (booking: BookingView) => RowAction | null; dialog: ReactNode }

const done = ['COMPLETE', 'CANCELLED', 'PAID', 'PENDING']

export const useAssigning = (): Assigning => {
  const t = useT()
  const { me } = useSession()
  const isAuto = useSettings().data?.autoDispatch ?? true
  const [booking, setBooking] = useState<BookingView | null>(null)
  const actionOf = (one: BookingView): RowAction | null => {
    if (me?.userType !== 'admin' || done.includes(one.status)) return null
    const wrongStatus = one.status === 'NEW' ? null : t('assign_not_new')
    return {
      label: t('assign_driver'),
      icon: <IconUserPlus size={16} aria-hidden />,
      disabledReason: wrongStatus ?? (isAuto ? t('assign_auto') : null),
      onClick: () => setBooking(one),
    }
  }
  const dialog = booking && <AssignDialog booking={booking} onClose={() => setBooking(null)} />
  return { actionOf, dialog }
}
