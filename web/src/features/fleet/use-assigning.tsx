// Who drives, as actions of a row and of the drawer, an admin's: asking a driver for a new booking while nobody is asked
// automatically, and taking a booking from the driver who has it.
import { IconUserPlus, IconUserShare } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { isWaitingForDriver } from '@wayfare/core/booking'
import { useState } from 'react'
import { useSettings } from '../../api/queries.ts'
import { useMayCall } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { ReassignDialog } from './reassign-dialog.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

type Asked = { what: 'assign' | 'reassign'; booking: BookingView }

export const useAssigning = () => {
  const t = useT()
  const mayCall = useMayCall()
  const settings = useSettings().data
  const isAuto = settings?.autoDispatch ?? true
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const assign = (booking: BookingView): RowAction => ({
    label: t('assign_driver'),
    icon: <IconUserPlus {...icon} />,
    disabledReason: isAuto ? t('assign_auto') : null,
    onClick: () => setAsked({ what: 'assign', booking }),
  })
  const reassign = (booking: BookingView): RowAction => ({
    label: t('reassign'),
    icon: <IconUserShare {...icon} />,
    onClick: () => setAsked({ what: 'reassign', booking }),
  })
  const actionsOf = (booking: BookingView): readonly RowAction[] => {
    if (!mayCall(assignDriver)) return []
    if (booking.may.reassign) return [reassign(booking)]
    // before the settings are known nobody can say whether it may be pressed
    return settings && isWaitingForDriver(booking.status) ? [assign(booking)] : []
  }
  const openAgain = (booking: BookingView) => setAsked(isAuto ? null : { what: 'assign', booking })
  const dialog = asked && (
    <>
      {asked.what === 'assign' && <AssignDialog booking={asked.booking} onClose={close} />}
      {asked.what === 'reassign' && <ReassignDialog booking={asked.booking} auto={isAuto} onClose={close} onDone={openAgain} />}
    </>
  )
  return { actionsOf, dialog }
}
