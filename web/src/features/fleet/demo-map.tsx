// Whoever drives for money on the map that comes for trying out is told where a city of their own is imported.
import { Alert, Anchor } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { listCities } from '@wayfare/contract/cities'
import { Link } from 'react-router'
import { useIsDemo, useRead } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useT } from '../../i18n/provider.tsx'

export const DemoMap = () => {
  const t = useT()
  const isDemo = useIsDemo()
  const shelf = useRead(queryKeys.cities, listCities, {}).last
  const active = shelf?.cities.find(({ dataset }) => dataset === shelf.active)
  if (isDemo || !active?.isDemo) return null
  return (
    <Alert color="warn" icon={<IconMap2 aria-hidden />} title={t('demo_map_title')}>
      {t('city_is_demo')}{' '}
      <Anchor component={Link} to="/citymap" py={10} inherit>
        {t('demo_map_import')}
      </Anchor>
    </Alert>
  )
}
