// Where one is signed in, and ending what should not be.
import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { endOtherSessions, endSession, listSessions, type OwnSession } from '@wayfare/contract/sign-in'
import { useState } from 'react'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { LoadProblem } from '../../ui/load-problem.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import classes from './profile.module.css'

const useSessions = () => useRead(queryKeys.sessions, listSessions, {}, { select: (answer) => answer.sessions })

const phones = ['Android', 'iOS', 'iPadOS']

const useDeviceName = () => {
  const t = useT()
  return ({ browser, system }: OwnSession): string => {
    if (browser && system) return t('session_device', { browser, system })
    return browser ?? system ?? t('session_unknown')
  }
}

const Device = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const t = useT()
  const format = useFormat()
  const name = useDeviceName()(session)
  const Icon = phones.includes(session.system ?? '') ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.row}>
      <Icon size={24} aria-hidden className={classes.rowIcon} />
      <div className={`${classes.rowText} ${classes.device}`}>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          {t('session_seen', { date: format.dateTime(session.lastSeenAt) })}
          {session.ip && (
            <>
              {' · '}
              <bdi dir="ltr">{session.ip}</bdi>
            </>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {t('session_since', { date: format.dateTime(session.createdAt) })}
        </Text>
      </div>
      {session.current ? (
        <Badge color="primary" size="lg">
          {t('session_current')}
        </Badge>
      ) : (
        <Button variant="default" size="md" aria-label={t('session_end_of', { name })} onClick={onEnd}>
          {t('session_end')}
        </Button>
      )}
    </li>
  )
}

/** Which is to be ended: one, or all but this one. */
type Ending = OwnSession | 'others'

const useEnding = () => {
  const t = useT()
  const problem = useProblem()
  const options = {
    stale: [queryKeys.sessions],
    // one that has ended by itself is what was wanted
    refuse: (cause: unknown) => (isCallError(cause) && cause.key === 'not_found' ? undefined : problem(cause)),
  }
  const one = useWrite(endSession, { ...options, toast: t('session_ended_there') })
  const others = useWrite(endOtherSessions, { ...options, toast: t('sessions_ended') })
  const [ending, setEnding] = useState<Ending | null>(null)
  const end = async () => {
    if (ending === null) return
    await (ending === 'others' ? others.run({}) : one.run({ id: ending.id }))
    setEnding(null)
  }
  return { ending, busy: one.busy || others.busy, ask: setEnding, cancel: () => setEnding(null), end }
}

const EndDialog = ({ ending, busy, cancel, end }: ReturnType<typeof useEnding>) => {
  const t = useT()
  const deviceName = useDeviceName()
  // the words stay while the dialog closes
  const [last, setLast] = useState<Ending>('others')
  if (ending && ending !== last) setLast(ending)
  const isOthers = last === 'others'
  return (
    <ConfirmDialog
      opened={ending !== null}
      title={t(isOthers ? 'sessions_end_title' : 'session_end_title')}
      confirmLabel={t(isOthers ? 'sessions_end_others' : 'session_end')}
      danger
      busy={busy}
      onConfirm={() => void end()}
      onClose={cancel}
    >
      {isOthers ? t('sessions_end_text') : t('session_end_text', { name: deviceName(last) })}
    </ConfirmDialog>
  )
}

export const SessionsCard = () => {
  const t = useT()
  const { data, error, reload } = useSessions()
  const ending = useEnding()
  return (
    <SubjectCard id="sessions" title={t('sessions_title')} text={t('sessions_text')}>
      {error.flag && <LoadProblem cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={78} radius="md" />}
      {data && (
        <ul className={classes.rows}>
          {data.map((session) => (
            <Device key={session.id} session={session} onEnd={() => ending.ask(session)} />
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button variant="outline" color="danger" size="md" style={{ justifySelf: 'start' }} onClick={() => ending.ask('others')}>
          {t('sessions_end_others')}
        </Button>
      )}
      <EndDialog {...ending} />
    </SubjectCard>
  )
}
