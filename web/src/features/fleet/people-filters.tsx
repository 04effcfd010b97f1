// What a list of people can be filtered by.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCarTypes } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { FilterDays, FilterSelect } from '../../ui/filter-fields.tsx'
import { FleetAdminSelect } from './fleet-admin-select.tsx'
import type { PeopleFilterName, PeopleKind } from './people-kinds.ts'
import { findStanding, makeStandingView, type PeopleField, type PeoplePart, type PeopleView } from './people-view.ts'

type PeopleFiltersProps = { kind: PeopleKind; view: PeopleView; onChange: (part: PeoplePart) => void }

type FieldProps = Omit<PeopleFiltersProps, 'kind'>

const input = { styles: { input: { minHeight: 'var(--wf-touch)' } } } as const

type Choices = { name: PeopleField; label: string; data: readonly { value: string; label: string }[] }

const Choice = ({ name, label, data, view, onChange }: FieldProps & Choices) => (
  <FilterSelect label={label} value={view[name]} options={data} onChange={(value) => onChange({ [name]: value })} />
)

/** Drivers wait before they are let in; all others are let in, or kept out. */
const Approved = ({ kind, view, onChange }: PeopleFiltersProps) => {
  const t = useT()
  const standing = findStanding(kind.userType, view)
  const isDriver = kind.userType === 'driver'
  const data = [
    { value: 'any', label: t('filter_any') },
    { value: 'approved', label: t('driver_approved') },
    ...(isDriver ? [{ value: 'waiting', label: t('driver_waiting') }] : []),
    { value: 'blocked', label: t('person_blocked') },
    ...(standing === 'unapproved' ? [{ value: 'unapproved', label: t('driver_not_approved') }] : []),
  ]
  return (
    <NativeSelect
      {...input}
      label={t('status')}
      value={standing}
      data={data}
      onChange={(event) => onChange(makeStandingView(event.currentTarget.value))}
    />
  )
}

const CreatedBy = ({ kind: _kind, ...props }: PeopleFiltersProps) => {
  const t = useT()
  const data = [
    { value: 'true', label: t('person_added_by_desk') },
    { value: 'false', label: t('person_added_by_self') },
  ]
  return <Choice {...props} name="createdByAdmin" label={t('person_added_by')} data={data} />
}

const MobileFault = ({ kind: _kind, ...props }: PeopleFiltersProps) => {
  const t = useT()
  return <Choice {...props} name="mobileFault" label={t('mobile')} data={[{ value: 'true', label: t('mobile_to_mend') }]} />
}

const CarType = ({ kind: _kind, ...props }: PeopleFiltersProps) => {
  const t = useT()
  const data = (useCarTypes().data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <Choice {...props} name="carType" label={t('car_type')} data={data} />
}

const FleetAdmin = ({ view, onChange }: FieldProps) => {
  const t = useT()
  const first = [
    { value: '', label: t('filter_any') },
    { value: 'none', label: t('fleet_admin_none') },
  ]
  return (
    <FleetAdminSelect
      label={t('role_fleetadmin')}
      value={view.fleetAdmin ?? ''}
      onChange={(fleetAdmin) => onChange({ fleetAdmin })}
      first={first}
    />
  )
}

const Referral = ({ view, onChange }: FieldProps) => {
  const t = useT()
  return (
    <TextInput
      {...input}
      label={t('person_referral')}
      value={view.referralId ?? ''}
      maxLength={200}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onChange({ referralId: event.currentTarget.value.trim() })}
    />
  )
}

const Days = (props: FieldProps) => <FilterDays labels={{ from: 'people_from', to: 'people_to' }} {...props} />

const parts: Record<PeopleFilterName, (props: PeopleFiltersProps) => ReactNode> = {
  approved: Approved,
  carType: CarType,
  fleetAdmin: FleetAdmin,
  createdByAdmin: CreatedBy,
  mobileFault: MobileFault,
  referralId: Referral,
  days: Days,
}

export const PeopleFilters = (props: PeopleFiltersProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
    {props.kind.filters.map((name) => {
      const Part = parts[name]
      return <Part key={name} {...props} />
    })}
  </SimpleGrid>
)
