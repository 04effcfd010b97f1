// What would suit the city that is served: the admin takes over what fits. Currency and prices only as long as nothing is counted in them.
import { Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { applyCityProposal, getCityProposal, type CityProposal } from '@wayfare/contract/settings-proposal'
import type { ProposalPart } from '@wayfare/core/city-proposal'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useIsDemo, useRead } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './cities.module.css'
import { CityPrices } from './city-prices.tsx'
import { CitySuitRow } from './city-suit-row.tsx'

/** Prices are those of the country: they come with it, and go with it. */
const tick = (parts: readonly ProposalPart[], part: ProposalPart, isOn: boolean): ProposalPart[] => {
  const others = parts.filter((one) => one !== part)
  if (isOn) return part === 'prices' ? [...new Set<ProposalPart>([...others, 'country', part])] : [...others, part]
  return part === 'country' ? others.filter((one) => one !== 'prices') : others
}

const useChoice = ({ parts, pricesStay }: CityProposal) => {
  const offered = parts.filter((part) => part !== 'prices' || !pricesStay)
  const [left, setLeft] = useState<readonly ProposalPart[]>([])
  const chosen = offered.filter((part) => !left.includes(part))
  const choose = (part: ProposalPart, isOn: boolean): void => {
    const next = tick(chosen, part, isOn)
    setLeft(offered.filter((one) => !next.includes(one)))
  }
  return { offered, chosen, choose }
}

const CityOffer = ({ proposal, name, isLocked }: { proposal: CityProposal; name: string; isLocked: boolean }) => {
  const t = useT()
  const isDemo = useIsDemo()
  const { offered, chosen, choose } = useChoice(proposal)
  const write = useWrite(applyCityProposal, { stale: [queryKeys.cities, queryKeys.carTypes], toast: t('city_suit_done') })
  const { today, proposed, parts, pricesStay, seen } = proposal
  const box = (part: ProposalPart, label: string) => (
    <Checkbox
      label={label}
      checked={chosen.includes(part)}
      disabled={isLocked}
      onChange={(event) => choose(part, event.currentTarget.checked)}
    />
  )
  return (
    <section className={classes.card} aria-labelledby="city-suit">
      <Title order={2} size="h4" id="city-suit">
        {t('city_suit_title', { name })}
      </Title>
      {offered.length > 0 && (
        <Text c="dimmed" mb="md">
          {t('city_suit_text')}
        </Text>
      )}
      <Stack gap="md">
        {offered.includes('country') && (
          <CitySuitRow box={box('country', t('setting_country'))} kind="country" from={today.country} to={proposed.country} />
        )}
        {offered.includes('timeZone') && (
          <CitySuitRow
            box={box('timeZone', t('setting_timeZone'))}
            kind="timeZone"
            from={today.timeZone}
            to={proposed.timeZone}
          />
        )}
        {offered.includes('prices') && (
          <div>
            {box('prices', t('city_suit_prices'))}
            <CityPrices proposal={proposal} />
            <Text size="sm" c="dimmed" mt="xs">
              {t('city_suit_rest')}
            </Text>
          </div>
        )}
        {pricesStay && parts.includes('prices') && (
          <Text>{t(isDemo ? 'city_prices_stay_demo' : 'city_prices_stay', { code: today.code })}</Text>
        )}
        <FailureNote cause={write.cause} onClose={write.forget} />
        {offered.length > 0 && (
          <Button
            mih="var(--wf-touch)"
            style={{ alignSelf: 'flex-start' }}
            loading={write.busy}
            disabled={isLocked || chosen.length === 0}
            onClick={() => void write.run({ parts: chosen, seen })}
          >
            {t('city_suit_apply')}
          </Button>
        )}
      </Stack>
    </section>
  )
}

export const CitySuit = ({ isLocked }: { isLocked: boolean }) => {
  const { data: proposal } = useRead(queryKeys.cityProposal, getCityProposal, {}, { staleTime: 0 })
  if (!proposal?.city || proposal.parts.length === 0) return null
  return <CityOffer key={proposal.seen} proposal={proposal} name={proposal.city.name} isLocked={isLocked} />
}
