// The reasons a cancellation may give: a list that is saved as a whole, numbered from zero in its order.
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { listCancelReasons, saveCancelReasons, type CancelReasonList } from '@wayfare/contract/catalog'
import { isSameName } from '@wayfare/core/checks'
import { useMemo } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { useCancelReasonList } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { EditableList } from '../../ui/editable-list.tsx'
import type { Draft } from '../../ui/list-contest.ts'
import type { Parsed, SavedList } from '../../ui/use-list-editing.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { useTableGround } from './use-table-ground.tsx'

type Reason = CancelReasonList['cancelReasons'][number]

const PAGE = 10
/** As in the contract: so many characters. */
const mostCharacters = 200

const none: CancelReasonList = { cancelReasons: [], version: 1 }

export const CancelReasonsPage = () => {
  const t = useT()
  const client = useQueryClient()
  const { send } = useWrite(saveCancelReasons, { toast: t('updated') })
  const slice = useCancelReasonList()
  useTopic('cancelReasons')
  const { isLocked, state } = useTableGround('cancel-reasons', slice)
  const columns = useMemo<Column<Reason>[]>(() => {
    const text = ({ label }: Reason) => label
    return [{ id: 'label', header: t('cancel_reason'), cell: text, sort: text, search: text, plain: text, card: 'title' }]
  }, [t])
  const parse = (draft: Draft, others: readonly Reason[]): Parsed<Reason> => {
    const label = (draft['label'] ?? '').trim()
    if (label === '') return { problems: { label: t('field_required') } }
    if (others.some((other) => isSameName(other.label, label))) return { problems: { label: t('field_taken') } }
    return { row: { value: others.length, label } }
  }
  const listOf = ({ cancelReasons, version }: CancelReasonList): SavedList<Reason> => ({
    rows: cancelReasons,
    save: (rows) => send({ reasons: rows.map(({ label }) => label), version }),
  })
  const reread = async () => {
    const answer = await callEndpoint(listCancelReasons, {})
    client.setQueryData(queryKeys.cancelReasons, answer)
    return listOf(answer)
  }
  return (
    <Stack gap="lg" maw="var(--wf-width-page)">
      <PageHead title={t('nav_cancel_reasons')} intro={t('cancel_reasons_intro')} />
      <EditableList
        {...state}
        caption={t('nav_cancel_reasons')}
        columns={columns}
        list={listOf(slice.data ?? none)}
        reread={reread}
        rowKey={({ label }) => label}
        emptyText={t('cancel_reasons_none')}
        pageSize={PAGE}
        fields={[{ id: 'label', label: t('cancel_reason'), maxLength: mostCharacters }]}
        draftOf={(row) => ({ label: row?.label ?? '' })}
        parse={parse}
        nameOf={({ label }) => label}
        addLabel={t('cancel_reason_add')}
        canMove
        readOnly={isLocked}
        locked={isLocked ? t('cancel_reasons_locked') : null}
      />
    </Stack>
  )
}
