// The second factor of those who run the place: whether it is on, turning it on, and off again.
import { Badge, Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import { beginSecondFactor, getSecondFactor, removeSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { toLatinDigits } from '../../shared/code-text.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { useProved } from '../../shared/proving.tsx'
import { useNotify } from '../../ui/use-notify.ts'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'

// few have one: the dialog, with its drawn code, comes after the page
const FactorDialog = makeLazyPart(async () => (await import('./factor-dialog.tsx')).FactorDialog, null)

/** Reads anew what has changed, here and in who one is. */
const useReread = () => {
  const client = useQueryClient()
  const { readProfile } = useSession()
  return () => {
    void client.invalidateQueries({ queryKey: queryKeys.secondFactor })
    void readProfile()
  }
}

type RemoveDialogProps = { opened: boolean; onClose: () => void; onRemoved: () => void }

const RemoveForm = ({ onClose, onRemoved }: Omit<RemoveDialogProps, 'opened'>) => {
  const t = useT()
  const { send } = useWrite(removeSecondFactor, { toast: t('factor_now_off') })
  const form = useForm(
    { code: '' },
    {
      check: ({ code }) => (code.trim() === '' ? { code: 'second_factor_needed' } : {}),
      send: async ({ code }) => {
        await send({ code: toLatinDigits(code).trim() })
        onRemoved()
      },
      at: 'code',
    },
  )
  return (
    <Form form={form}>
      <Text>{t('factor_remove_text')}</Text>
      <TextInput
        {...form.text('code')}
        label={t('factor_any_code')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
        data-autofocus
      />
      <FormFoot label={t('factor_remove')} danger busy={form.busy} onCancel={onClose} />
    </Form>
  )
}

const RemoveDialog = ({ opened, ...rest }: RemoveDialogProps) => {
  const t = useT()
  return (
    <Dialog opened={opened} onClose={rest.onClose} title={t('factor_remove_title')}>
      <RemoveForm {...rest} />
    </Dialog>
  )
}

const useTurningOn = () => {
  const { run, reply, busy, forget } = useWrite(beginSecondFactor, { within: useProved(), refuse: useProblem() })
  return { laid: reply, busy, begin: () => void run({}), end: forget }
}

export const FactorCard = ({ me }: { me: Me }) => {
  const t = useT()
  const factor = useRead(queryKeys.secondFactor, getSecondFactor, {})
  const reread = useReread()
  const notify = useNotify()
  const on = useTurningOn()
  const [removing, setRemoving] = useState(false)
  const isOn = factor.data?.enabled ?? me.secondFactor
  const left = factor.data?.backupCodesLeft
  return (
    <SubjectCard id="factor" title={t('factor_title')} text={t('factor_text')}>
      <Group gap="sm" mih={28}>
        <Badge color={isOn ? 'primary' : 'neutral'} size="lg">
          {t(isOn ? 'factor_is_on' : 'factor_is_off')}
        </Badge>
        {isOn && left === undefined && <Skeleton width={180} height={20} />}
        {isOn && left !== undefined && <Text size="sm">{t('factor_codes_left', { count: left })}</Text>}
      </Group>
      {isOn ? (
        <Button variant="default" size="md" style={{ justifySelf: 'start' }} onClick={() => setRemoving(true)}>
          {t('factor_remove')}
        </Button>
      ) : (
        <Button size="md" loading={on.busy} style={{ justifySelf: 'start' }} onClick={on.begin}>
          {t('factor_set_up')}
        </Button>
      )}
      <FactorDialog
        laid={on.laid}
        onClose={on.end}
        onDone={() => {
          on.end()
          reread()
          notify(t('factor_now_on'))
        }}
      />

      <RemoveDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          setRemoving(false)
          reread()
        }}
      />
    </SubjectCard>
  )
}
