// What is left to do before the first ride, each with the page where it is done.
import { Anchor, Button, Group, Text } from '@mantine/core'
import { listCities } from '@wayfare/contract/cities'
import { Link } from 'react-router'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import classes from './setup.module.css'

const pages = [
  { to: '/citymap', name: 'nav_city_map', key: 'setup_do_map' },
  { to: '/cartypes', name: 'nav_car_types', key: 'setup_do_car_types' },
  { to: '/drivers', name: 'nav_drivers', key: 'setup_do_drivers' },
  { to: '/settings', name: 'nav_settings', key: 'setup_do_settings' },
] as const

/** Whoever imported the map of their city by a command is not sent to import it. */
const useHasOwnMap = (): boolean => {
  const { last: shelf } = useRead(queryKeys.cities, listCities, {})
  return shelf?.cities.find(({ dataset }) => dataset === shelf.active)?.isDemo === false
}

export const SetupEnd = ({ onBack }: { onBack: () => void }) => {
  const t = useT()
  const hasOwnMap = useHasOwnMap()
  const left = pages.filter(({ to }) => to !== '/citymap' || !hasOwnMap)
  return (
    <>
      <ul className={classes.list}>
        {left.map(({ to, name, key }) => (
          <li key={to}>
            <Anchor component={Link} to={to} py={10}>
              {t(name)}
            </Anchor>
            <Text c="dimmed">{t(key)}</Text>
          </li>
        ))}
      </ul>
      <Group mt="lg">
        <Button component={Link} to="/dashboard" size="md">
          {t('setup_dashboard')}
        </Button>
        <Button size="md" variant="default" onClick={onBack}>
          {t('back')}
        </Button>
      </Group>
    </>
  )
}
