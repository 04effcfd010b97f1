// The cities that are built: each can be served in place of the one that is, or removed.
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { removeCity, type CityFacts, type CityList } from '@wayfare/contract/cities'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useLanguage, useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import classes from './cities.module.css'
import { CitySwitchDialog, type CitySwitch } from './city-switch-dialog.tsx'
import { nameCountry } from './city-words.ts'
import { useRowRemoval } from './use-row-removal.tsx'

type Named = Pick<CityFacts, 'dataset' | 'name'>

const CityText = ({ city }: { city: CityFacts }) => {
  const t = useT()
  const format = useFormat()
  const { language } = useLanguage()
  const facts = [
    nameCountry(city.country, language.langLocale),
    city.dataDate && t('city_data_of', { date: format.date(Date.parse(city.dataDate)) }),
    t('city_built_at', { date: format.dateTime(city.builtAt) }),
    t('city_megabytes', { count: format.number(Math.ceil(city.bytes / 1e6)) }),
  ]
  return (
    <div className={classes.name}>
      <Text fw={600}>
        <bdi>{city.name}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        {facts.filter(Boolean).join(' · ')} · <bdi dir="ltr">{city.dataset}</bdi>
      </Text>
    </div>
  )
}

export const CityShelf = ({ list, isLocked }: { list: CityList; isLocked: boolean }) => {
  const t = useT()
  const [asked, setAsked] = useState<CitySwitch | null>(null)
  const { run } = useWrite(removeCity, { stale: [queryKeys.cities], toast: t('city_removed'), refuse: useProblem() })
  const removal = useRowRemoval<Named>(
    ({ name }) => name,
    async ({ dataset }) => (await run({ dataset })) !== null,
  )
  const { active, previous, cities, outdated } = list
  const others = cities.filter(({ dataset }) => dataset !== active)
  const before = others.find(({ dataset }) => dataset === previous)
  return (
    <section className={classes.card} aria-labelledby="city-shelf">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h4" id="city-shelf">
          {t('city_others')}
        </Title>
        {before && !isLocked && (
          <Button
            variant="default"
            mih="var(--wf-touch)"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => setAsked({ city: before, isBack: true })}
          >
            {t('city_roll_back', { name: before.name })}
          </Button>
        )}
      </Group>
      {others.length === 0 && outdated.length === 0 && <Text c="dimmed">{t('city_none')}</Text>}
      <ul className={classes.rows}>
        {others.map((city) => (
          <li key={city.dataset}>
            <CityText city={city} />
            {!isLocked && (
              <Group gap="sm">
                <Button variant="default" mih="var(--wf-touch)" onClick={() => setAsked({ city, isBack: false })}>
                  {t('city_activate')}
                </Button>
                <Button variant="subtle" color="danger" mih="var(--wf-touch)" onClick={() => removal.ask(city)}>
                  {t('table_remove')}
                </Button>
              </Group>
            )}
          </li>
        ))}
        {outdated.map((dataset) => (
          <li key={dataset}>
            <div className={classes.name}>
              <bdi dir="ltr">{dataset}</bdi> <Badge color="warn">{t('city_outdated')}</Badge>
              <Text size="sm" c="dimmed">
                {t('city_outdated_note')}
              </Text>
            </div>
            {!isLocked && dataset !== active && (
              <Button
                variant="subtle"
                color="danger"
                mih="var(--wf-touch)"
                onClick={() => removal.ask({ dataset, name: dataset })}
              >
                {t('table_remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removal.dialog}
      {asked && <CitySwitchDialog asked={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}
