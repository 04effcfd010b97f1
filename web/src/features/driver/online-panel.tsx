import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconPower } from '@tabler/icons-react'
import type { Me } from '@wayfare/contract/accounts'
import type { Task } from '@wayfare/contract/dispatch'
import { goOnline } from '@wayfare/contract/trips'
import { useState } from 'react'
import { Link } from 'react-router'
import { useT } from '../../i18n/provider.tsx'
import { useWrite } from '../../api/use-write.ts'
import { readDeviceId } from './device.ts'
import classes from './driver.module.css'
import { allowSound } from './horn.ts'
import type { PlaceState } from './use-driver-place.ts'
import type { LatLng } from '@wayfare/core/geo'
import { ErrorNote } from '../../ui/error-note.tsx'
import { makeLazyPart } from '../../ui/lazy-part.ts'

const OfflineDialog = makeLazyPart(async () => (await import('./offline-dialog.tsx')).OfflineDialog, null)

type OnlinePanelProps = { me: Me; place: LatLng | null; placeState: PlaceState; tasks: readonly Task[] }

const Blockers = ({ me, placeState }: Pick<OnlinePanelProps, 'me' | 'placeState'>) => {
  const t = useT()
  // the switch says offline; going online tells the server a position this page already knows
  const isMended = (blocker: string) => blocker === 'no_location' && placeState === 'known'
  const isDenied = placeState === 'denied' || placeState === 'unavailable'
  // why the device does not say it is told in the same place: a line more would push the tasks down
  const isSaid = (blocker: string) => blocker === 'no_location' && isDenied
  const others = me.blockers.filter(
    (blocker) => blocker !== 'offline' && blocker !== 'busy' && !isMended(blocker) && !isSaid(blocker),
  )
  if (others.length === 0 && !isDenied) return null
  return (
    <Alert color="warn" icon={<IconAlertTriangle aria-hidden />} title={t('blockers_title')}>
      <List spacing={6} size="sm">
        {others.map((blocker) => (
          <List.Item key={blocker}>
            {t(`blocker_${blocker}`)}
            {blocker === 'wallet_negative' && (
              <Anchor component={Link} to="/wallet" className={classes.way ?? ''}>
                {t('wallet_open')}
              </Anchor>
            )}
          </List.Item>
        ))}
        {isDenied && <List.Item>{t(`place_${placeState}`)}</List.Item>}
      </List>
    </Alert>
  )
}

const placeOf = (place: LatLng | null) => (place ? { location: { lat: place.lat, lng: place.lng } } : {})

type TakeOverProps = Pick<OnlinePanelProps, 'me' | 'place'> & {
  /** without what it means: on a trip the next step stays in sight */
  isShort?: boolean
}

/** Another device shares where the driver is: this one can do so instead, also on a trip. */
export const TakeOver = ({ me, place, isShort = false }: TakeOverProps) => {
  const t = useT()
  const action = useWrite(goOnline)
  // who asked for no more tasks drives this trip to its end
  const take = () => void action.run({ online: me.driverActiveStatus, device: readDeviceId(), ...placeOf(place) })
  return (
    <Alert color="info" title={t('online_elsewhere')} mb={isShort ? 'md' : 0}>
      <Stack gap="sm">
        {!isShort && <Text size="sm">{t(me.demo ? 'online_elsewhere_demo' : 'online_elsewhere_note')}</Text>}
        <Button mih={64} fz="lg" variant={isShort ? 'default' : 'filled'} loading={action.busy} onClick={take}>
          {t('take_over_here')}
        </Button>
        <ErrorNote text={action.refusal} />
      </Stack>
    </Alert>
  )
}

/** On or off, in one large switch; what keeps tasks away is told beneath it. */
export const OnlinePanel = ({ me, place, placeState, tasks }: OnlinePanelProps) => {
  const t = useT()
  const action = useWrite(goOnline)
  const [asking, setAsking] = useState(false)
  const isElsewhere = me.driverActiveStatus && me.activeDevice !== readDeviceId()
  const isOnline = me.driverActiveStatus && !isElsewhere
  const set = (online: boolean) => {
    allowSound()
    void action.run({ online, device: readDeviceId(), ...placeOf(place) })
  }
  return (
    <Stack gap="md">
      {isElsewhere ? (
        <TakeOver me={me} place={place} />
      ) : (
        <button
          type="button"
          role="switch"
          aria-checked={isOnline}
          aria-busy={action.busy}
          disabled={action.busy}
          className={classes.power}
          onClick={() => (isOnline && tasks.length > 0 ? setAsking(true) : set(!isOnline))}
        >
          <IconPower size={32} aria-hidden />
          <span>
            <strong>{isOnline ? t('you_are_online') : t('go_online')}</strong>
            <span>{isOnline ? t('you_are_online_note') : t('go_online_note')}</span>
          </span>
        </button>
      )}
      {asking && (
        <OfflineDialog
          count={tasks.length}
          onLeave={() => {
            setAsking(false)
            set(false)
          }}
          onStay={() => setAsking(false)}
        />
      )}
      <ErrorNote text={action.refusal} />
      <Blockers me={me} placeState={placeState} />
    </Stack>
  )
}
