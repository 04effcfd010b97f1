// The operator's own places: what the map lacks, and other names for what it has.
import { Badge, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import {
  addOperatorPlace,
  changeOperatorPlace,
  listOperatorPlaces,
  removeOperatorPlace,
  restoreOperatorPlace,
  type OperatorPlace,
} from '@wayfare/contract/places-operator'
import { useMemo } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { ClientTable } from '../../ui/client-table.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { makeCatalogueColumns } from './catalogue-columns.tsx'
import type { OperatorPlaceInput } from './operator-place-form.ts'
import { useCatalogueRows } from './use-catalogue-rows.tsx'
import { useTableGround } from './use-table-ground.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const OperatorPlaceDrawer = makeLazyPart(async () => (await import('./operator-place-drawer.tsx')).OperatorPlaceDrawer, null)

const useColumns = (): Column<OperatorPlace>[] => {
  const t = useT()
  const format = useFormat()
  return useMemo(() => {
    const { text, createdAt } = makeCatalogueColumns<OperatorPlace>(t, format)
    const stateOf = ({ outside, hidden }: OperatorPlace) =>
      t(outside ? 'operator_place_outside' : hidden ? 'operator_place_hidden' : 'operator_place_shown')
    const colourOf = ({ outside, hidden }: OperatorPlace) => (outside ? 'warn' : hidden ? 'neutral' : 'primary')
    return [
      { ...text('name', 'operator_place_name', ({ name }) => name), card: 'title' },
      text('otherNames', 'operator_place_other_names', ({ otherNames }) => otherNames.join(', ')),
      text('kind', 'operator_place_kind', ({ kind }) => t(`place_kind_${kind}`)),
      {
        id: 'state',
        header: t('operator_place_state'),
        cell: (row) => (
          <Badge variant="light" color={colourOf(row)}>
            {stateOf(row)}
          </Badge>
        ),
        sort: stateOf,
        plain: stateOf,
        card: 'status',
      },
      { ...createdAt((row) => row.createdAt), extra: true },
    ]
  }, [t, format])
}

const useKinds = () => {
  const t = useT()
  return useMemo(
    () => ({
      label: t('operator_place_state'),
      options: [
        {
          id: 'shown',
          label: t('operator_place_shown'),
          holds: ({ hidden, outside }: OperatorPlace) => !hidden && !outside,
        },
        { id: 'hidden', label: t('operator_place_hidden'), holds: ({ hidden }: OperatorPlace) => hidden },
        { id: 'outside', label: t('operator_place_outside'), holds: ({ outside }: OperatorPlace) => outside },
      ],
    }),
    [t],
  )
}

const usePlaceWrites = () => {
  const client = useQueryClient()
  const toast = useT()('saved_from_now')
  // what the search offered before is out of date, too
  const stale = [queryKeys.operatorPlaces, queryKeys.places]
  return {
    add: useWrite(addOperatorPlace, { toast, stale }).send,
    change: useWrite(changeOperatorPlace, { toast, stale }).send,
    remove: useWrite(removeOperatorPlace, { stale }).send,
    restore: useWrite(restoreOperatorPlace, { stale }).send,
    /** As it is saved now. */
    read: async ({ id }: OperatorPlace): Promise<OperatorPlace | null> => {
      const answer = await callEndpoint(listOperatorPlaces, {})
      client.setQueryData(queryKeys.operatorPlaces, answer)
      return answer.places.find((row) => row.id === id) ?? null
    },
  }
}

export const OperatorPlacesPage = () => {
  const t = useT()
  const slice = useRead(queryKeys.operatorPlaces, listOperatorPlaces, {}, { select: (answer) => answer.places })
  const { isLocked, state } = useTableGround('places', slice)
  const columns = useColumns()
  const kinds = useKinds()
  const { read, ...writes } = usePlaceWrites()
  const { table, add, drawer, dialog } = useCatalogueRows<OperatorPlace, OperatorPlaceInput>({
    ...writes,
    kind: 'place',
    isLocked,
    nameOf: ({ name }) => name,
  })
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_places')} intro={t('places_intro')} />
      <ClientTable
        {...state}
        {...table}
        caption={t('nav_places')}
        columns={columns}
        rows={slice.data}
        emptyText={t('no_places')}
        kinds={kinds}
        locked={isLocked ? t('places_locked') : null}
        {...(isLocked ? {} : { add: { label: t('operator_place_add'), onAdd: add } })}
      />
      {drawer && <OperatorPlaceDrawer {...drawer} read={read} />}
      {dialog}
    </Stack>
  )
}
