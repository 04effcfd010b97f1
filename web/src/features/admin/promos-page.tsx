// Promotion codes: added at any time, changed and deleted unless critical edits are locked.
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { addPromo, changePromo, listPromos, removePromo, restorePromo, type Promo } from '@wayfare/contract/promos'
import { useMemo } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ClientTable } from '../../ui/client-table.tsx'
import { useNow } from '../../shared/use-now.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { makePromoColumns } from './promo-columns.tsx'
import { PromoDrawer } from './promo-drawer.tsx'
import type { PromoInput } from './promo-form.ts'
import { useCatalogueRows } from './use-catalogue-rows.tsx'
import { useTableGround } from './use-table-ground.tsx'

const usePromos = () => {
  useTopic('promos')
  return useRead(queryKeys.promos, listPromos, {}, { select: (answer) => answer.promos })
}

/** Whether riders can use a code now: its last moment and its limit decide. */
const useKinds = () => {
  const t = useT()
  const now = useNow(60_000)
  return useMemo(() => {
    const isOver = ({ promoValidity }: Promo) => promoValidity !== null && promoValidity < now
    const isUsedUp = ({ promoUsageLimit, userAvail }: Promo) => promoUsageLimit !== null && userAvail >= promoUsageLimit
    const options = [
      { id: 'valid', label: t('promo_state_valid'), holds: (promo: Promo) => !isOver(promo) && !isUsedUp(promo) },
      { id: 'over', label: t('promo_state_over'), holds: isOver },
      { id: 'used', label: t('promo_state_used'), holds: isUsedUp },
    ]
    return { label: t('promo_state'), options }
  }, [t, now])
}

const usePromoWrites = () => {
  const client = useQueryClient()
  const toast = useT()('saved_from_now')
  const stale = [queryKeys.promos]
  return {
    add: useWrite(addPromo, { toast, stale }).send,
    change: useWrite(changePromo, { toast, stale }).send,
    remove: useWrite(removePromo, { stale }).send,
    restore: useWrite(restorePromo, { stale }).send,
    /** As it is saved now. */
    read: async ({ id }: Promo): Promise<Promo | null> => {
      const answer = await callEndpoint(listPromos, {})
      client.setQueryData(queryKeys.promos, answer)
      return answer.promos.find((row) => row.id === id) ?? null
    },
  }
}

export const PromosPage = () => {
  const t = useT()
  const format = useFormat()
  const slice = usePromos()
  const { isLocked, state } = useTableGround('promos', slice)
  const columns = useMemo(() => makePromoColumns(t, format), [t, format])
  const kinds = useKinds()
  const { read, ...writes } = usePromoWrites()
  const { table, add, drawer, dialog } = useCatalogueRows<Promo, PromoInput>({
    ...writes,
    kind: 'promo',
    isLocked,
    nameOf: ({ promoName }) => promoName,
  })
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_promos')} intro={t('promos_intro')} />
      <ClientTable
        {...state}
        {...table}
        caption={t('nav_promos')}
        columns={columns}
        rows={slice.data}
        emptyText={t('no_promos')}
        kinds={kinds}
        locked={isLocked ? t('promos_locked') : null}
        add={{ label: t('promo_add'), onAdd: add }}
      />
      {drawer && <PromoDrawer {...drawer} read={read} />}
      {dialog}
    </Stack>
  )
}
