// Promotion codes: added at any time, changed and deleted unless critical edits are locked.
import { Stack } from '@mantine/core'
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { addPromo, changePromo, listPromos, removePromo, restorePromo } from '@wayfare/contract/promos'
import type { Promo } from '@wayfare/contract/promos'
import type { InputOf } from '@wayfare/contract/endpoint'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { auditPath } from '../../shared/audit-link.tsx'
import { ClientTable } from '../../ui/client-table.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useRowWork } from '../../ui/use-row-work.ts'
import { useNow } from '../../shared/use-now.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { makePromoColumns } from './promo-columns.tsx'
import { PromoDrawer } from './promo-drawer.tsx'
import { useAskedSearch } from './use-asked-search.ts'
import { useRowRemoval } from './use-row-removal.tsx'
import { useTableGround } from './use-table-ground.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

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
  const navigate = useNavigate()
  const slice = usePromos()
  const { isLocked, state } = useTableGround('promos', slice)
  const columns = useMemo(() => makePromoColumns(t, format), [t, format])
  const kinds = useKinds()
  const asked = useAskedSearch()
  const work = useRowWork()
  const { add, change, remove, restore, read } = usePromoWrites()
  const [form, setForm] = useState<{ promo: Promo | null } | null>(null)
  const removal = useRowRemoval<Promo>(
    ({ promoName }) => promoName,
    ({ id }) => work.run(id, () => remove({ id })),
    ({ id }) => restore({ id }),
  )
  const save = async (input: InputOf<typeof addPromo>, before: Promo | null, onFailed: (cause: unknown) => void) => {
    const send = () => (before ? change({ ...input, id: before.id, version: before.version }) : add(input))
    if (await work.run(before?.id ?? 'new', send, onFailed)) setForm(null)
  }
  const reason = isLocked ? t('demo_mode') : null
  const actions = (promo: Promo): readonly RowAction[] => [
    { label: t('table_edit'), icon: <IconPencil {...icon} />, onClick: () => setForm({ promo }), disabledReason: reason },
    {
      label: t('table_remove'),
      icon: <IconTrash {...icon} />,
      color: 'danger',
      onClick: () => removal.ask(promo),
      disabledReason: reason,
    },
    {
      label: t('audit_history'),
      icon: <IconHistory {...icon} />,
      onClick: () => void navigate(auditPath('promo', promo.id)),
    },
  ]
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_promos')} intro={t('promos_intro')} />
      <ClientTable
        {...state}
        caption={t('nav_promos')}
        columns={columns}
        rows={slice.data}
        rowKey={({ id }) => id}
        asked={asked}
        emptyText={t('no_promos')}
        kinds={kinds}
        actions={actions}
        busyKey={work.busyKey}
        locked={isLocked ? t('promos_locked') : null}
        add={{ label: t('promo_add'), onAdd: () => setForm({ promo: null }) }}
      />
      {form && (
        <PromoDrawer promo={form.promo} busy={work.busyKey !== null} onSave={save} read={read} onClose={() => setForm(null)} />
      )}
      {removal.dialog}
    </Stack>
  )
}
