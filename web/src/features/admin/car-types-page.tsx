// What riders can book: car types with their tariffs, pictures, parcel types, options and fees for cancelling late.
import { Stack } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { addCarType, changeCarType, listCarTypes, removeCarType, restoreCarType } from '@wayfare/contract/catalog'
import type { CarType } from '@wayfare/contract/catalog'
import { defaultSettings } from '@wayfare/core/settings'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { callEndpoint } from '../../api/call.ts'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { auditPath } from '../../shared/audit-link.tsx'
import { ClientTable } from '../../ui/client-table.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useRowWork } from '../../ui/use-row-work.ts'
import { makeCarTypeColumns } from './car-type-columns.tsx'
import { CarTypeDrawer } from './car-type-drawer.tsx'
import type { CarTypeInput } from './car-type-form.ts'
import { CarTypeLists } from './car-type-lists.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useAskedSearch } from './use-asked-search.ts'
import { useRowRemoval } from './use-row-removal.tsx'
import { useTableGround } from './use-table-ground.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

const useCarTypeWrites = () => {
  const client = useQueryClient()
  const toast = useT()('saved_from_now')
  const stale = [queryKeys.carTypes]
  return {
    add: useWrite(addCarType, { toast }).send,
    change: useWrite(changeCarType, { toast }).send,
    remove: useWrite(removeCarType, { stale }).send,
    restore: useWrite(restoreCarType, { stale }).send,
    /** As it is saved now. */
    read: async ({ id }: CarType): Promise<CarType | null> => {
      const answer = await callEndpoint(listCarTypes, {})
      client.setQueryData(queryKeys.carTypes, answer)
      return answer.carTypes.find((row) => row.id === id) ?? null
    },
  }
}

export const CarTypesPage = () => {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const slice = useCarTypes()
  const settings = useSettings().data ?? defaultSettings
  const { isLocked, state } = useTableGround('car-types', slice)
  const columns = useMemo(() => makeCarTypeColumns(t, format, settings), [t, format, settings])
  const asked = useAskedSearch()
  const work = useRowWork()
  const { add, change, remove, restore, read } = useCarTypeWrites()
  const [form, setForm] = useState<{ carType: CarType | null } | null>(null)
  const removal = useRowRemoval<CarType>(
    ({ name }) => name,
    ({ id }) => work.run(id, () => remove({ id })),
    ({ id }) => restore({ id }),
  )
  const save = async (input: CarTypeInput, before: CarType | null, onFailed: (cause: unknown) => void) => {
    const send = () => (before ? change({ ...input, id: before.id, version: before.version }) : add(input))
    if (await work.run(before?.id ?? 'new', send, onFailed)) setForm(null)
  }
  const reason = isLocked ? t('demo_mode') : null
  const actions = (carType: CarType): readonly RowAction[] => [
    { label: t('table_edit'), icon: <IconPencil {...icon} />, onClick: () => setForm({ carType }), disabledReason: reason },
    {
      label: t('table_remove'),
      icon: <IconTrash {...icon} />,
      color: 'danger',
      onClick: () => removal.ask(carType),
      disabledReason: reason,
    },
    {
      label: t('audit_history'),
      icon: <IconHistory {...icon} />,
      onClick: () => void navigate(auditPath('carType', carType.id)),
    },
  ]
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_car_types')} intro={t('car_types_intro')} />
      <ClientTable
        {...state}
        caption={t('nav_car_types')}
        columns={columns}
        rows={slice.data}
        rowKey={({ id }) => id}
        asked={asked}
        emptyText={t('car_types_none')}
        actions={actions}
        busyKey={work.busyKey}
        renderDetail={(carType) => <CarTypeLists carType={carType} locked={isLocked} save={change} read={read} />}
        locked={isLocked ? t('car_types_locked') : null}
        add={{ label: t('car_type_add'), onAdd: () => setForm({ carType: null }) }}
      />
      {form && (
        <CarTypeDrawer
          carType={form.carType}
          busy={work.busyKey !== null}
          onSave={save}
          read={read}
          onClose={() => setForm(null)}
        />
      )}
      {removal.dialog}
    </Stack>
  )
}
