// Choosing a fleet admin by name: looked for at the server, since there may be more than a list can hold.
import { Select } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { formatPersonName } from '@wayfare/core/accounts'
import { listPeople } from '@wayfare/contract/people'
import { useState } from 'react'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useTypedText } from '../../shared/use-typed-text.ts'
import '../../ui/select-styles.ts'

type FleetAdminSelectProps = {
  label: string
  /** empty for none of them */
  value: string
  onChange: (value: string) => void
  /** choices before the fleet admins; the first one is what an empty value means */
  first: readonly { value: string; label: string }[]
  /** the one that is chosen, while it is not among those found */
  known?: { value: string; label: string } | null
}

const useFleetAdmins = (typed: string) => {
  const search = useTypedText(typed)
  const filter = { userType: 'fleetadmin', sort: 'firstName', limit: 25, ...(search ? { search } : {}) } as const
  const { last } = useRead(queryKeys.peopleList(filter), listPeople, filter, { placeholderData: keepPreviousData })
  return last?.people.map((one) => ({ value: one.id as string, label: formatPersonName(one) })) ?? []
}

export const FleetAdminSelect = ({ label, value, onChange, first, known = null }: FleetAdminSelectProps) => {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(known)
  const all = [...first, ...(chosen ? [chosen] : [])]
  // the words of what is chosen are no search
  const found = useFleetAdmins(all.some((one) => one.label === typed) ? '' : typed)
  const data = [...all, ...found.filter((one) => !all.some((other) => other.value === one.value))]
  return (
    <Select
      label={label}
      data={data}
      value={data.some((one) => one.value === value) ? value : null}
      onChange={(next) => {
        if (next === null) return
        setChosen(data.find((one) => one.value === next) ?? null)
        onChange(next)
      }}
      searchable
      allowDeselect={false}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('nothing_found')}
      withScrollArea={false}
      comboboxProps={{ position: 'bottom-start', shadow: 'md' }}
      styles={{ input: { minHeight: 'var(--wf-touch)' }, options: { maxHeight: 280, overflowY: 'auto' } }}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
