// Asks before another city is served, and shows what stands against it.
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { activateCity, rollBackCity, type CityFacts, type CityInUse, type Hindrance } from '@wayfare/contract/cities'
import { Link } from 'react-router'
import { isCallError } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import classes from './cities.module.css'
import { FreshTownInstead } from './fresh-town.tsx'

export type CitySwitch = { city: CityFacts; isBack: boolean }

const Hindrances = ({ title, list }: { title: string; list: readonly Hindrance[] }) => {
  const format = useFormat()
  if (list.length === 0) return null
  return (
    <div>
      <Title order={3} size="h6">
        {title}
      </Title>
      <ul className={classes.hindrances}>
        {list.map(({ id, tripDate, pickup, drop }) => (
          <li key={id}>
            <Anchor component={Link} to={`/bookings/${id}`}>
              {format.dateTime(tripDate)}
            </Anchor>
            <Text size="sm" c="dimmed">
              <bdi>{pickup}</bdi> → <bdi>{drop}</bdi>
            </Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** As the server promises it: the page has nothing to parse with (vite.config). */
const readHindrances = (cause: unknown): CityInUse | null =>
  isCallError(cause) && cause.key === 'city_in_use' ? (cause.details as CityInUse) : null

export const CitySwitchDialog = ({ asked: { city, isBack }, onClose }: { asked: CitySwitch; onClose: () => void }) => {
  const t = useT()
  const { name, dataset } = city
  const options = { stale: [queryKeys.cities], toast: t('city_now_served', { name }) }
  const activating = useWrite(activateCity, options)
  const goingBack = useWrite(rollBackCity, options)
  const write = isBack ? goingBack : activating
  const send = async () => {
    if (!(isBack ? await goingBack.run({}) : await activating.run({ dataset }))) return
    onClose()
    // where the city stands now, and what suits it
    window.scrollTo(0, 0)
  }
  const hindrances = readHindrances(write.cause)
  const reason = isCallError(write.cause) && write.cause.key === 'city_unfit' ? write.cause.details?.['reason'] : null
  return (
    <ConfirmDialog
      opened
      title={t('city_activate_title', { name })}
      confirmLabel={t(write.cause ? 'try_again' : 'city_activate')}
      write={write}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t('city_activate_text')}</Text>
        {hindrances && (
          <>
            <FreshTownInstead city={city} />
            <Hindrances title={t('city_trips_on')} list={hindrances.running} />
            <Hindrances title={t('city_bookings_outside')} list={hindrances.outside} />
          </>
        )}
        {typeof reason === 'string' && (
          <Text size="sm">
            <bdi dir="ltr">{reason}</bdi>
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
