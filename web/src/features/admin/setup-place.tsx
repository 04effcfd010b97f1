// Where the firm works: currency, distances and prices follow from the country, and are seen before they are taken over.
import { Button, Group, Select, Text } from '@mantine/core'
import { applyCityProposal, getCityProposal, type CityProposal } from '@wayfare/contract/settings-proposal'
import { isCountry } from '@wayfare/core/countries'
import { isTimeZone } from '@wayfare/core/settings-checks'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useRead } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useLanguage, useT } from '../../i18n/provider.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LoadAlert } from '../../ui/load-alert.tsx'
import '../../ui/select-styles.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { listCountryChoices, listZoneChoices } from './choice-lists.ts'
import { CityPrices } from './city-prices.tsx'

type Place = { country: string; timeZone: string }
type Moving = { onDone: () => void; onBack: () => void }

/** The operator's own city says where it lies; before there is one, the browser knows best. */
const guessPlace = ({ city, today }: CityProposal): Place => {
  if (city) return { country: city.country || today.country, timeZone: city.timeZone }
  const country = new Intl.Locale(navigator.language).region ?? ''
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return {
    country: isCountry(country) ? country : today.country,
    timeZone: isTimeZone(timeZone) ? timeZone : today.timeZone,
  }
}

const keyOf = ({ country, timeZone }: Place) => [...queryKeys.cityProposal, country, timeZone]

/** What would change, or why nothing does. */
const Consequence = ({ proposal }: { proposal: CityProposal }) => {
  const t = useT()
  const { parts, pricesStay, today, proposed } = proposal
  if (pricesStay) return <Text>{t('city_prices_stay', { code: today.code })}</Text>
  if (!parts.includes('prices')) return <Text>{t('setup_prices_fit', { code: proposed.code })}</Text>
  return <CityPrices proposal={proposal} />
}

const PlaceForm = ({ start, onDone, onBack }: Moving & { start: Place }) => {
  const t = useT()
  const { language } = useLanguage()
  const [place, setPlace] = useState(start)
  const { data: proposal, error, reload } = useRead(keyOf(place), getCityProposal, place, { staleTime: 0 })
  const taking = useWrite(applyCityProposal, { stale: [queryKeys.cityProposal, queryKeys.cities, queryKeys.carTypes] })
  const takeOver = async () => {
    if (!proposal) return
    const parts = proposal.parts.filter((part) => part !== 'prices' || !proposal.pricesStay)
    if (parts.length > 0 && (await taking.run({ ...place, parts, seen: proposal.seen })) === null) return
    onDone()
  }
  return (
    <>
      <Select
        size="md"
        label={t('setting_country')}
        data={listCountryChoices(language.langLocale)}
        searchable
        allowDeselect={false}
        value={place.country}
        onChange={(country) => country !== null && setPlace({ ...place, country })}
        mb="md"
      />
      <Select
        size="md"
        label={t('setting_timeZone')}
        data={listZoneChoices(place.timeZone)}
        searchable
        allowDeselect={false}
        value={place.timeZone}
        onChange={(timeZone) => timeZone !== null && setPlace({ ...place, timeZone })}
        mb="lg"
      />
      {error.flag && <LoadAlert cause={error.cause} onAgain={reload} />}
      {!proposal && !error.flag && <Spinner tall={false} />}
      {proposal && <Consequence proposal={proposal} />}
      <FailureNote cause={taking.cause} onClose={taking.forget} />
      <Group mt="lg">
        <Button size="md" loading={taking.busy} disabled={!proposal} onClick={() => void takeOver()}>
          {t('setup_next')}
        </Button>
        <Button size="md" variant="default" onClick={onBack}>
          {t('back')}
        </Button>
      </Group>
    </>
  )
}

export const SetupPlace = (moving: Moving) => {
  const { data, error, reload } = useRead(queryKeys.cityProposal, getCityProposal, {}, { staleTime: 0 })
  const [start, setStart] = useState<Place | null>(null)
  if (error.flag) return <LoadAlert cause={error.cause} onAgain={reload} />
  if (data && start === null) setStart(guessPlace(data))
  if (start === null) return <Spinner tall={false} />
  return <PlaceForm start={start} {...moving} />
}
