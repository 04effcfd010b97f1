// Which withdrawals the desk looks at.
import { SimpleGrid } from '@mantine/core'
import { withdrawSorts } from '@wayfare/contract/wallet-admin'
import { withdrawStates } from '@wayfare/core/wallet'
import { useT } from '../../i18n/provider.tsx'
import { isAnyText, isDay, oneOf, type ViewOf, type ViewPart } from '../../shared/use-address-view.ts'
import { FilterDays, FilterSelect } from '../../ui/filter-fields.tsx'

const roles = ['rider', 'driver'] as const

/** What may stand in the address. */
export const withdrawFields = {
  state: oneOf(withdrawStates),
  role: oneOf(roles),
  from: isDay,
  to: isDay,
  search: isAnyText,
  sort: oneOf(withdrawSorts),
}
type WithdrawsView = ViewOf<typeof withdrawFields>

/** How many of them narrow the list; what is searched for stands beside them. */
export const countWithdrawFilters = ({ state, role, from, to }: WithdrawsView): number =>
  [state, role, from, to].filter(Boolean).length

type WithdrawsFiltersProps = { view: WithdrawsView; onChange: (part: ViewPart<typeof withdrawFields>) => void }

/** By how they stand, whose they are and when they were asked for. */
export const WithdrawsFilters = ({ view, onChange }: WithdrawsFiltersProps) => {
  const t = useT()
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
      <FilterSelect
        label={t('withdraw_state_head')}
        value={view.state}
        options={withdrawStates.map((state) => ({ value: state, label: t(`withdraw_state_${state}`) }))}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={t('withdraw_role')}
        value={view.role}
        options={roles.map((role) => ({ value: role, label: t(`role_${role}`) }))}
        onChange={(role) => onChange({ role })}
      />
      <FilterDays view={view} onChange={onChange} />
    </SimpleGrid>
  )
}
