// What one does with a notice to many: writes and keeps it, sends it, looks at it, writes another like it, removes a draft.
import { IconCopy, IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { addCampaign, changeCampaign, removeCampaign, sendCampaign, type Campaign } from '@wayfare/contract/messages-campaigns'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import type { RowAction } from '../../ui/data-table-model.ts'
import { useNotify } from '../../ui/use-notify.ts'
import { useRowWork } from '../../ui/use-row-work.ts'
import { makeNotificationDraft, type NotificationDraft } from './notification-form.ts'
import { useRowRemoval } from './use-row-removal.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

type Failed = (cause: unknown) => void
type Opened = { key: string; draft: Campaign | null; first: NotificationDraft | null }

const stale = { stale: [queryKeys.campaigns] }

const useCampaignWrites = () => {
  const [add, change] = [useWrite(addCampaign, stale), useWrite(changeCampaign, stale)]
  return {
    keep: (fields: NotificationDraft, row: Campaign | null): Promise<Campaign> =>
      row ? change.send({ ...fields, id: row.id, version: row.version }) : add.send(fields),
    sendOut: useWrite(sendCampaign, stale).send,
    remove: useWrite(removeCampaign, stale).send,
  }
}

const isSame = (fields: NotificationDraft, row: Campaign): boolean =>
  JSON.stringify(makeNotificationDraft(fields)) === JSON.stringify(makeNotificationDraft(row))

export const useNotificationWork = () => {
  const t = useT()
  const work = useRowWork()
  const { keep, sendOut, remove } = useCampaignWrites()
  const notify = useNotify()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [looked, setLooked] = useState<Campaign | null>(null)
  const removal = useRowRemoval<Campaign>(
    ({ title }) => title,
    (row) => work.run(row.id, () => remove({ id: row.id })),
  )
  const save = async (fields: NotificationDraft, row: Campaign | null, onFailed: Failed) => {
    if (!(await work.run(row?.id ?? 'new', () => keep(fields, row), onFailed))) return
    notify(t('notification_kept'))
    setOpened(null)
  }
  /** What was typed is kept first: when nobody can be reached, it stays as a draft. */
  const send = async (fields: NotificationDraft, row: Campaign | null, onFailed: Failed) => {
    const deed = async () => {
      const kept = row && isSame(fields, row) ? row : await keep(fields, row)
      setOpened((now) => now && { ...now, draft: kept })
      setLooked(await sendOut({ id: kept.id, version: kept.version }))
    }
    if (await work.run(row?.id ?? 'new', deed, onFailed)) setOpened(null)
  }
  const write = (draft: Campaign | null, first: NotificationDraft | null = null) => {
    setLooked(null)
    setOpened({ key: `${draft?.id ?? 'new'} ${Date.now()}`, draft, first })
  }
  const duplicate = (row: Campaign) => write(null, makeNotificationDraft(row))
  const open = (row: Campaign) => (row.state === 'draft' ? write(row) : setLooked(row))
  const actions = (row: Campaign): readonly RowAction[] => {
    const isDraft = row.state === 'draft'
    const first = isDraft ? t('table_edit') : t('notification_look')
    return [
      { label: first, icon: isDraft ? <IconPencil {...icon} /> : <IconEye {...icon} />, onClick: () => open(row) },
      { label: t('notification_duplicate'), icon: <IconCopy {...icon} />, onClick: () => duplicate(row) },
      {
        label: t('table_remove'),
        icon: <IconTrash {...icon} />,
        color: 'danger',
        onClick: () => removal.ask(row),
        disabledReason: isDraft ? null : t('notification_stays'),
      },
    ]
  }
  const { busyKey } = work
  return {
    add: () => write(null),
    open,
    actions,
    busyKey,
    dialog: removal.dialog,
    form: opened && {
      key: opened.key,
      props: {
        draft: opened.draft,
        first: opened.first,
        busy: busyKey !== null,
        onSave: (...given: Parameters<typeof save>) => void save(...given),
        onSend: (...given: Parameters<typeof send>) => void send(...given),
        onClose: () => setOpened(null),
      },
    },
    shown: looked && { notification: looked, onDuplicate: duplicate, onClose: () => setLooked(null) },
  }
}
