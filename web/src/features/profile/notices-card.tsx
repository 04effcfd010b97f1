// Notices on this device, on and off; where the browser forbids them or has none it says what to do.
import { Skeleton, Switch, Text } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { useT } from '../../i18n/provider.tsx'
import { usePushProblem } from '../../shared/push-problem.ts'
import { usePush } from '../../shared/use-push.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'

export const NoticesCard = ({ me }: { me: Me }) => {
  const t = useT()
  const push = usePush(me.id)
  const problem = usePushProblem(push.cause)
  const { state, busy } = push
  return (
    <SubjectCard id="notices" title={t('push_title')} text={t('push_text')}>
      {state === null && <Skeleton height={44} radius="md" />}
      {state === 'unsupported' && <Text>{t('push_unsupported')}</Text>}
      {state === 'denied' && <Text>{t('push_denied')}</Text>}
      {(state === 'on' || state === 'off') && (
        <Switch
          size="md"
          label={t('push_turn_on')}
          checked={state === 'on'}
          disabled={busy}
          onChange={(event) => push.set(event.currentTarget.checked)}
          styles={{ body: { alignItems: 'center', minHeight: 'var(--wf-touch)' } }}
        />
      )}
      <ErrorNote text={problem} />
    </SubjectCard>
  )
}
