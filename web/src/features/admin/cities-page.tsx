// The city whose map is served: which one, which others are built, and how a new one comes from a file.
import { Alert, Skeleton, Stack } from '@mantine/core'
import { listCities, type CityList } from '@wayfare/contract/cities'
import { queryKeys } from '../../api/query-client.ts'
import { useRead, useSettings } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import { CityActive } from './city-active.tsx'
import { CityImport } from './city-import.tsx'
import { CityShelf } from './city-shelf.tsx'
import { CitySuit } from './city-suit.tsx'
import { CityWorkCard } from './city-work-card.tsx'
import { FreshTown } from './fresh-town.tsx'
import { MapEnginesCard } from './map-engines-card.tsx'

/** What is being built is asked for every second: it goes on without this page. */
const useCities = () =>
  useRead(
    queryKeys.cities,
    listCities,
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.work ? 1000 : false),
    },
  )

const Cities = ({ list }: { list: CityList }) => {
  const t = useT()
  const isLocked = useSettings().data?.allowCriticalEditsAdmin === false
  const active = list.cities.find(({ dataset }) => dataset === list.active)
  if (!list.isOwn) return <Alert>{t('city_not_own')}</Alert>
  return (
    <>
      {isLocked && <Alert>{t('city_locked')}</Alert>}
      {active && <CityActive city={active} />}
      <CitySuit isLocked={isLocked} />
      {active && <FreshTown name={active.name} isLocked={isLocked} />}
      <CityWorkCard list={list} isLocked={isLocked} />
      <CityShelf list={list} isLocked={isLocked} />
      {!isLocked && <CityImport list={list} />}
    </>
  )
}

export const CitiesPage = () => {
  const t = useT()
  const { data, error, reload } = useCities()
  return (
    <Stack gap="lg">
      <PageHead title={t('nav_city_map')} intro={t('city_intro')} />
      {error.flag && <LoadAlert cause={error.cause} onAgain={reload} />}
      {!data && !error.flag && <Skeleton height={320} radius="lg" />}
      {data && <Cities list={data} />}
      <MapEnginesCard />
    </Stack>
  )
}
