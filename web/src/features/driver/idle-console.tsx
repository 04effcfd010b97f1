import { Button, Collapse, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Me } from '@wayfare/contract/accounts'
import type { Task } from '@wayfare/contract/dispatch'
import type { ActionDispatch } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { LazyPushOffer } from '../../shared/lazy-push-offer.tsx'
import { WalletPanel } from '../../shared/wallet-panel.tsx'
import { DemoNote } from './demo-note.tsx'
import { OnlinePanel } from './online-panel.tsx'
import { TaskList } from './task-list.tsx'
import type { TaskAction, TaskState } from './task-state.ts'
import { TodayPanel } from './today-panel.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'
import type { DriverPlace } from './use-driver-place.ts'

const TripsList = makeLazyPart(async () => (await import('./trips-list.tsx')).TripsList, <Skeleton height={240} />)

type IdleConsoleProps = {
  me: Me
  online: boolean
  place: DriverPlace
  tasks: readonly Task[]
  state: TaskState
  dispatch: ActionDispatch<[TaskAction]>
}

/** Between trips: the switch, the tasks, today, the wallet and the trips so far. */
export const IdleConsole = ({ me, online, place, tasks, state, dispatch }: IdleConsoleProps) => {
  const t = useT()
  const [opened, { toggle }] = useDisclosure(false)
  return (
    <Stack gap="lg">
      <OnlinePanel me={me} place={place.place} placeState={place.state} demo={me.demo} />
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
      <WalletPanel />
      <div>
        <Button h={64} fullWidth variant="default" aria-expanded={opened} onClick={toggle}>
          {t('my_trips')}
        </Button>
        <Collapse expanded={opened} pt={opened ? 'md' : 0}>
          {opened && <TripsList />}
        </Collapse>
      </div>
    </Stack>
  )
}
