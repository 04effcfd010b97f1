// A notice to many while it is written: its words, for whom, how it will look; kept as a draft or sent after a question.
import { Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { getCampaign, type Campaign } from '@wayfare/contract/messages-campaigns'
import { useState } from 'react'
import { callEndpoint } from '../../api/call.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useEditedRow } from '../../shared/use-edited-row.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import { useForm, type FormState } from '../../ui/use-form.ts'
import { NotificationFields } from './notification-fields.tsx'
import { blank, checkDraft, makeNotificationDraft, notificationLabels, type NotificationDraft } from './notification-form.ts'
import { NotificationPreview } from './notification-preview.tsx'
import { NotificationTest } from './notification-test.tsx'
import { useAudience } from './use-notifications.ts'

type NotificationDrawerProps = {
  /** the draft as it was saved last; null while there is none */
  draft: Campaign | null
  /** what a new one begins with */
  first: NotificationDraft | null
  busy: boolean
  locked: boolean
  onSave: (fields: NotificationDraft, row: Campaign | null, onFailed: (cause: unknown) => void) => void
  onSend: (fields: NotificationDraft, row: Campaign | null, onFailed: (cause: unknown) => void) => void
  onClose: () => void
}

type SendQuestionProps = { draft: NotificationDraft; busy: boolean; onSend: () => void; onClose: () => void }

/** Names how many, as of now. */
const SendQuestion = ({ draft, busy, onSend, onClose }: SendQuestionProps) => {
  const t = useT()
  const format = useFormat()
  const { data } = useAudience(draft)
  const { recipients = 0, devices } = data ?? {}
  const all = devices ? devices.ANDROID + devices.IOS + devices.WEB : 0
  return (
    <ConfirmDialog
      opened
      title={t('notification_send_title')}
      confirmLabel={t('notification_send_now')}
      busy={busy}
      onConfirm={onSend}
      onClose={onClose}
    >
      <Text>
        {recipients === 0 ? t('no_user_match') : t('notification_send_text', { count: recipients, devices: format.number(all) })}
      </Text>
      <Text mt="xs" fw={600} dir="auto">
        {draft.title}
      </Text>
      <Text dir="auto" style={{ whiteSpace: 'pre-line' }}>
        {draft.body}
      </Text>
    </ConfirmDialog>
  )
}

/** The one that was saved last, whoever saved it. */
const newest = (a: Campaign | null, b: Campaign | null): Campaign | null => ((a?.version ?? 0) >= (b?.version ?? 0) ? a : b)

const trimmed = (draft: NotificationDraft): NotificationDraft => ({
  ...draft,
  title: draft.title.trim(),
  body: draft.body.trim(),
})

const useNotificationForm = ({ draft: given, first, onSave }: NotificationDrawerProps) => {
  const t = useT()
  const form: FormState<NotificationDraft> = useForm(given ? makeNotificationDraft(given) : (first ?? blank), {
    check: checkDraft,
    send: (draft) => onSave(trimmed(draft), newest(given, edited.row), edited.refuse),
  })
  const edited = useEditedRow(
    form,
    { first: given, draftOf: makeNotificationDraft, read: ({ id }: Campaign) => callEndpoint(getCampaign, { id }) },
    (field, draft) => ({
      label: t(notificationLabels[field]),
      text: {
        title: draft.title,
        body: draft.body,
        userType: t(`notification_user_${draft.userType}`),
        deviceType: t(`notification_device_${draft.deviceType}`),
      }[field],
    }),
  )
  return { form, edited, row: newest(given, edited.row) }
}

export const NotificationDrawer = (props: NotificationDrawerProps) => {
  const { draft: given, busy, locked, onSend, onClose } = props
  const t = useT()
  const { form, edited, row } = useNotificationForm(props)
  const [isAsking, setAsking] = useState(false)
  const { draft } = form
  const check = (): boolean => form.show(checkDraft(draft))
  const fields = trimmed(draft)
  const send = () => {
    onSend(fields, row, (cause) => {
      setAsking(false)
      edited.refuse(cause)
    })
  }
  return (
    <>
      <FormDrawer
        title={t(given ? 'notification_edit' : 'notification_add')}
        form={form}
        busy={busy}
        saveLabel={t('notification_save')}
        main={{
          label: t('notification_send'),
          icon: <IconSend size={18} aria-hidden className="wf-flip" />,
          disabled: locked,
          onPress: () => setAsking(check()),
        }}
        onClose={onClose}
      >
        {edited.contest && <RowChangedNote {...edited.contest} name={draft.title} busy={busy} onMine={form.submit} />}
        <NotificationFields form={form} />
        <NotificationPreview title={draft.title} body={draft.body} />
        <NotificationTest words={draft} locked={locked} check={check} />
        {locked && (
          <Text size="sm" c="dimmed">
            {t('demo_mode')}
          </Text>
        )}
      </FormDrawer>
      {isAsking && <SendQuestion draft={fields} busy={busy} onSend={send} onClose={() => setAsking(false)} />}
    </>
  )
}
