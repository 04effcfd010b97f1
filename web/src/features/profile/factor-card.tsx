// The second factor of those who run the place: whether it is on, turning it on, and off again.
import { Badge, Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import { beginSecondFactor, getSecondFactor, removeSecondFactor } from '@wayfare/contract/accounts-second-factor'
import { Suspense, useState } from 'react'
import type { FormEvent } from 'react'
import { call, isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { sliceOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { useT } from '../../i18n/provider.tsx'
import { useProblem, useProblemText } from '../../ui/dialogs.tsx'
import { withLatinDigits } from '../../shared/code-text.ts'
import type { Laid } from './factor-dialog.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { useProved } from '../../shared/proving.tsx'
import { useSayDone } from '../../shared/say-done.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

// few have one: the dialog, with its drawn code, comes after the page
const FactorDialog = lazyPart(() => import('./factor-dialog.tsx').then((all) => ({ default: all.FactorDialog })))

const useFactor = () =>
  sliceOf(useQuery({ queryKey: queryKeys.secondFactor, queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }) }))

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
  const problemText = useProblemText()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const refuse = (text: string) => {
      setWrong(text)
      setTimeout(() => form.querySelector('input')?.focus())
    }
    const typed = withLatinDigits(code).trim()
    if (typed === '') return refuse(t('second_factor_needed'))
    setBusy(true)
    call(removeSecondFactor, { code: typed })
      .then(onRemoved, (cause: unknown) =>
        refuse(isCallError(cause) && cause.key === 'second_factor_wrong' ? t(cause.key) : problemText(cause)),
      )
      .finally(() => setBusy(false))
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('factor_remove_text')}</Text>
        <TextInput
          name="code"
          label={t('factor_any_code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={wrong}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
          size="md"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" size="md" disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="danger" size="md" loading={busy}>
            {t('factor_remove')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const RemoveDialog = ({ opened, ...rest }: RemoveDialogProps) => {
  const t = useT()
  return (
    <Modal
      opened={opened}
      onClose={rest.onClose}
      title={t('factor_remove_title')}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      <RemoveForm {...rest} />
    </Modal>
  )
}

const useTurningOn = () => {
  const proved = useProved()
  const problem = useProblem()
  const [laid, setLaid] = useState<Laid | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = () => {
    setBusy(true)
    proved(() => call(beginSecondFactor, {}))
      .then(setLaid, problem)
      .finally(() => setBusy(false))
  }
  return { laid, busy, begin, end: () => setLaid(null) }
}

export const FactorCard = ({ me }: { me: Me }) => {
  const t = useT()
  const factor = useFactor()
  const reread = useReread()
  const sayDone = useSayDone()
  const on = useTurningOn()
  const [removing, setRemoving] = useState(false)
  const isOn = factor.data?.enabled ?? me.secondFactor
  const left = factor.data?.backupCodesLeft
  return (
    <SubjectCard id="factor" title={t('factor_title')} text={t('factor_text')}>
      <Group gap="sm" mih={28}>
        <Badge variant="light" color={isOn ? 'primary' : 'neutral'} tt="none" size="lg">
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
      <Suspense fallback={null}>
        <FactorDialog
          laid={on.laid}
          onClose={on.end}
          onDone={() => {
            on.end()
            reread()
            sayDone('factor_now_on')
          }}
        />
      </Suspense>
      <RemoveDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        onRemoved={() => {
          setRemoving(false)
          reread()
          sayDone('factor_now_off')
        }}
      />
    </SubjectCard>
  )
}
