// Which withdrawals the desk looks at: kept in the address, so that the view can be kept and shared.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { withdrawSorts } from '@wayfare/contract/wallet-admin'
import { withdrawStates } from '@wayfare/core/wallet'
import { useSearchParams } from 'react-router'
import { useT } from '../../i18n/provider.tsx'

const roles = ['rider', 'driver'] as const
const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

type Name = 'state' | 'search' | 'sort' | 'role' | 'from' | 'to'

export const useWithdrawsView = () => {
  const [params, setParams] = useSearchParams()
  const set = (name: Name, value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const [from, to] = [params.get('from'), params.get('to')]
  return {
    state: withdrawStates.find((one) => one === params.get('state')) ?? null,
    sort: withdrawSorts.find((one) => one === params.get('sort')) ?? null,
    role: roles.find((one) => one === params.get('role')) ?? null,
    from: isDay(from) ? from : null,
    to: isDay(to) ? to : null,
    search: params.get('search') ?? '',
    set,
    clear: () => setParams({}, { replace: true }),
  }
}
/** How many of them narrow the list; what is searched for stands beside them. */
export const countWithdrawFilters = ({ state, role, from, to }: WithdrawsView): number =>
  [state, role, from, to].filter((one) => one !== null).length

export type WithdrawsView = ReturnType<typeof useWithdrawsView>

const input = { size: 'md', styles: { input: { minHeight: 44 } } } as const

/** By how they stand, whose they are and when they were asked for. */
export const WithdrawsFilters = ({ view }: { view: WithdrawsView }) => {
  const t = useT()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <NativeSelect
        {...input}
        label={t('withdraw_state_head')}
        value={view.state ?? ''}
        data={[
          { value: '', label: t('filter_any') },
          ...withdrawStates.map((state) => ({ value: state, label: t(`withdraw_state_${state}`) })),
        ]}
        onChange={(event) => view.set('state', event.currentTarget.value)}
      />
      <NativeSelect
        {...input}
        label={t('withdraw_role')}
        value={view.role ?? ''}
        data={[{ value: '', label: t('filter_any') }, ...roles.map((role) => ({ value: role, label: t(`role_${role}`) }))]}
        onChange={(event) => view.set('role', event.currentTarget.value)}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          {...input}
          key={name}
          type="date"
          label={t(name === 'from' ? 'filter_from' : 'filter_to')}
          value={view[name] ?? ''}
          onChange={(event) => view.set(name, event.currentTarget.value)}
        />
      ))}
    </SimpleGrid>
  )
}
