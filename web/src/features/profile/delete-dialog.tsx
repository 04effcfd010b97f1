// Going away for good: what goes and what stays, a word to type, and the reasons why it cannot be now.
import { Alert, Anchor, Checkbox, List, Text, TextInput } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { deleteMe } from '@wayfare/contract/people-profile'
import { Link, useNavigate } from 'react-router'
import { isCallError, type CallError } from '../../api/call.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAlert } from '../../ui/dialogs.tsx'
import { useProved } from '../../shared/proving.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

type DeleteDialogProps = { me: Me; opened: boolean; onClose: () => void }

const mayForfeit = (refusal: CallError | null): boolean => refusal?.details?.['mayForfeit'] === true

const useDeleting = () => {
  const t = useT()
  const proved = useProved()
  const navigate = useNavigate()
  const alert = useAlert()
  const { leaveBy } = useSession()
  const { run, busy, cause, refusal } = useWrite(deleteMe, { within: (deed) => proved(() => leaveBy(deed)) })
  const leave = async (forfeit: boolean) => {
    if (!(await run({ forfeit }))) return
    await navigate('/')
    alert(t('delete_done'), { title: t('delete_done_title') })
  }
  return { busy, refusal: isCallError(cause) ? cause : null, failure: refusal, leave }
}

/** What is not over yet, and where one sees it. */
const findOpen = ({ key, details }: CallError) => {
  const [booking, payment] = [details?.['bookingId'], details?.['paymentId']]
  if (key !== 'conflict') return null
  if (typeof booking === 'string') return { words: 'delete_open_trip', link: 'delete_see_trip', path: `/bookings/${booking}` }
  if (typeof payment !== 'string') return null
  return { words: 'delete_open_payment', link: 'delete_see_payment', path: `/payments/${payment}` }
}

/** Why not, and what to do about it. */
const Refused = ({ refusal, failure }: { refusal: CallError | null; failure: string }) => {
  const t = useT()
  const open = refusal && findOpen(refusal)
  if (open) {
    return (
      <Alert color="danger" role="alert">
        {t(open.words)}{' '}
        <Anchor component={Link} to={open.path}>
          {t(open.link)}
        </Anchor>
      </Alert>
    )
  }
  const words = refusal?.key === 'conflict' ? t('delete_last_admin') : failure
  const isDebt = refusal?.key === 'balance_not_zero' && !mayForfeit(refusal)
  return <ErrorNote text={isDebt ? t('delete_debt') : words} />
}

const Consequences = () => {
  const t = useT()
  return (
    <>
      <Text fw={600}>{t('delete_goes_title')}</Text>
      <List size="sm" spacing={4}>
        {['delete_goes_names', 'delete_goes_files', 'delete_goes_access'].map((key) => (
          <List.Item key={key}>{t(key)}</List.Item>
        ))}
      </List>
      <Text fw={600}>{t('delete_stays_title')}</Text>
      <List size="sm" spacing={4}>
        <List.Item>{t('delete_stays_trips')}</List.Item>
        <List.Item>{t('delete_stays_money')}</List.Item>
      </List>
    </>
  )
}

const DeleteForm = ({ me, onClose }: Omit<DeleteDialogProps, 'opened'>) => {
  const t = useT()
  const format = useFormat()
  const { busy, refusal, failure, leave } = useDeleting()
  const word = t('delete_word')
  // what is given up is told first, and whole: a driver may have more than the wallet shows
  const { balance = me.walletBalance, currency } = (refusal?.details ?? {}) as { balance?: string; currency?: string }
  const form = useForm(
    { word: '', forfeit: false },
    {
      check: (draft) =>
        draft.word.trim().toLocaleLowerCase() === word.toLocaleLowerCase() ? {} : { word: t('delete_type_word', { word }) },
      send: ({ forfeit }) => leave(forfeit),
    },
  )
  const { forfeit } = form.draft
  return (
    <Form form={form}>
      <Text>{t('delete_text')}</Text>
      <Consequences />
      {(forfeit || mayForfeit(refusal)) && (
        <Checkbox
          label={t('delete_forfeit', { amount: format.exactMoney(balance, currency) })}
          checked={forfeit}
          onChange={(event) => form.set({ forfeit: event.currentTarget.checked })}
          size="md"
        />
      )}
      <TextInput
        {...form.text('word')}
        label={t('delete_type_word', { word })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {failure && <Refused refusal={refusal} failure={failure} />}
      <FormFoot label={t('delete_me')} danger busy={busy} cancelLabel={t('delete_keep')} onCancel={onClose} focus="cancel" />
    </Form>
  )
}

export const DeleteDialog = ({ me, opened, onClose }: DeleteDialogProps) => {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={onClose} title={t('delete_title')} size="lg">
      <DeleteForm me={me} onClose={onClose} />
    </Dialog>
  )
}
