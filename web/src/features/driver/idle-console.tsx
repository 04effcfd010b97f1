import { Button, Stack } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import type { Task } from '@wayfare/contract/dispatch'
import type { ActionDispatch } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { LazyPushOffer } from '../../shared/lazy-push-offer.tsx'
import { DemoNote } from './demo-note.tsx'
import { OnlinePanel } from './online-panel.tsx'
import { TaskList } from './task-list.tsx'
import type { TaskAction, TaskState } from './task-state.ts'
import { TodayPanel } from './today-panel.tsx'
import type { DriverPlace } from './use-driver-place.ts'

type IdleConsoleProps = {
  me: Me
  online: boolean
  place: DriverPlace
  tasks: readonly Task[]
  state: TaskState
  dispatch: ActionDispatch<[TaskAction]>
}

/** Between trips: the switch, the tasks, and today. */
export const IdleConsole = ({ me, online, place, tasks, state, dispatch }: IdleConsoleProps) => {
  const t = useT()
  return (
    <Stack gap="lg">
      <OnlinePanel me={me} place={place.place} placeState={place.state} tasks={tasks} />
      {me.demo && online && <DemoNote source={place.source} onChange={place.setSource} />}
      <TaskList
        tasks={tasks}
        gone={state.gone}
        online={online}
        onAnswered={(bookingId) => dispatch({ type: 'answered', bookingId })}
        onSeen={(bookingId) => dispatch({ type: 'seen', bookingId })}
      />
      {online && <LazyPushOffer me={me} />}
      <TodayPanel />
      <Button component={Link} to="/earnings" mih={64} variant="default">
        {t('earnings_open')}
      </Button>
    </Stack>
  )
}
