// The view of a list of people, the question it makes, and whose drawer is open.
import type { Role } from '@wayfare/core/accounts'
import { asId, type UserId } from '@wayfare/core/ids'
import { useMemo } from 'react'
import { isIdText, useAddressView } from '../../shared/use-address-view.ts'
import { peopleFields } from './people-view.ts'

/** A saved view holds no person. */
const fields = { ...peopleFields, person: isIdText }

export const usePeopleView = (userType: Role) => {
  const { view, settled, ...look } = useAddressView(fields)
  const { person = null } = view
  const filter = useMemo(() => {
    const { person: _open, ...asked } = settled
    return { userType, ...asked }
  }, [userType, settled])
  const isNew = person === 'new'
  return {
    ...look,
    view,
    filter,
    /** the address asks for the form of somebody new */
    isNew,
    personId: isNew || person === null ? null : asId<'user'>(person),
    show: (id: UserId | null) => look.change({ person: id }),
  }
}
