// The view of a list of people, the question it makes, and whose drawer is open.
import type { Role } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import type { UserId } from '@wayfare/core/ids'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { filterOf, readView, textOf } from './people-view.ts'
import type { PeopleView } from './people-view.ts'
import { useAddressView } from './use-address-view.ts'

const spelling = { read: readView, textOf }

export const usePeopleView = (userType: Role) => {
  const [params, setParams] = useSearchParams()
  const { settled, ...look } = useAddressView<PeopleView>(spelling)
  const filter = useMemo(() => filterOf(userType, settled), [userType, settled])
  const person = params.get('person')
  const show = (id: UserId | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (id) next.set('person', id)
        else next.delete('person')
        return next
      },
      { replace: true },
    )
  const isNew = person === 'new'
  const isId = !isNew && person !== null && /^[\w-]{1,40}$/.test(person)
  /** `isNew`: the address asks for the form of somebody new */
  return { ...look, filter, isNew, personId: isId ? asId<'user'>(person) : null, show }
}
