// What riders can book: car types with their tariffs, pictures, parcel types, options and fees for cancelling late.
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { addCarType, changeCarType, listCarTypes, removeCarType, restoreCarType, type CarType } from '@wayfare/contract/catalog'
import { defaultSettings } from '@wayfare/core/settings'
import { useMemo } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ClientTable } from '../../ui/client-table.tsx'
import { makeCarTypeColumns } from './car-type-columns.tsx'
import { CarTypeDrawer } from './car-type-drawer.tsx'
import type { CarTypeInput } from './car-type-form.ts'
import { CarTypeLists } from './car-type-lists.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useCatalogueRows } from './use-catalogue-rows.tsx'
import { useTableGround } from './use-table-ground.tsx'

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
  const slice = useCarTypes()
  const settings = useSettings().data ?? defaultSettings
  const { isLocked, state } = useTableGround('car-types', slice)
  const columns = useMemo(() => makeCarTypeColumns(t, format, settings), [t, format, settings])
  const { read, ...writes } = useCarTypeWrites()
  const { table, add, drawer, dialog } = useCatalogueRows<CarType, CarTypeInput>({
    ...writes,
    kind: 'carType',
    isLocked,
    nameOf: ({ name }) => name,
  })
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_car_types')} intro={t('car_types_intro')} />
      <ClientTable
        {...state}
        {...table}
        caption={t('nav_car_types')}
        columns={columns}
        rows={slice.data}
        emptyText={t('car_types_none')}
        renderDetail={(carType) => <CarTypeLists carType={carType} locked={isLocked} save={writes.change} read={read} />}
        locked={isLocked ? t('car_types_locked') : null}
        add={{ label: t('car_type_add'), onAdd: add }}
      />
      {drawer && <CarTypeDrawer {...drawer} read={read} />}
      {dialog}
    </Stack>
  )
}
