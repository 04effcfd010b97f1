import { fireEvent, screen } from '@testing-library/react'
import { applyCityProposal, type CityProposal } from '@wayfare/contract/settings-proposal'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { CitySuit } from './city-suit.tsx'

const server = makeServer()

const today: CityProposal['today'] = {
  country: 'SE',
  restrictCountry: 'SE',
  timeZone: 'Europe/Stockholm',
  code: 'SEK',
  symbol: 'kr',
  swipeSymbol: true,
  decimal: 0,
  convertToMile: false,
  driverRadius: 10,
  bonus: 0,
  topUpMin: 1,
  topUpMax: 1_000_000,
}

const proposal: CityProposal = {
  city: { name: 'Porto', country: 'PT', timeZone: 'Europe/Lisbon', isDemo: false },
  parts: ['country', 'timeZone', 'prices'],
  today,
  proposed: { ...today, country: 'PT', restrictCountry: 'PT', timeZone: 'Europe/Lisbon', code: 'EUR', symbol: '€', decimal: 2 },
  carTypes: [
    {
      name: 'City',
      baseFare: { today: '45.00', proposed: '3.00' },
      ratePerUnitDistance: { today: '13.00', proposed: '0.90' },
      ratePerHour: { today: '320.00', proposed: '22.00' },
      minFare: { today: '95.00', proposed: '6.50' },
    },
  ],
  pricesStay: false,
  seen: 'as-it-was-seen',
}

const open = async (part: Partial<CityProposal> = {}) => {
  server.answers['GET /api/settings/city-proposal'] = { ...proposal, ...part }
  show(server, <CitySuit isLocked={false} />)
  await screen.findByText('city_suit_title')
}

const rowOf = (label: string) => screen.getByRole('row', { name: new RegExp(`^${label} `) }).textContent
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('what is ticked is taken over as it was seen; prices go with their country and come with it', async () => {
  await open()
  expect(screen.getByText('3.00 €')).toBeTruthy()
  expect(screen.getByText('45 kr')).toBeTruthy()
  fireEvent.click(box('setting_country'))
  expect([box('setting_country').checked, box('city_suit_prices').checked]).toEqual([false, false])
  fireEvent.click(box('city_suit_prices'))
  fireEvent.click(box('setting_timeZone'))
  expect([box('setting_country').checked, box('city_suit_prices').checked]).toEqual([true, true])
  fireEvent.click(screen.getByRole('button', { name: 'city_suit_apply' }))
  await expect.poll(() => server.sentTo('POST /api/settings/city-proposal')).toHaveLength(1)
  const [sent] = server.sentTo('POST /api/settings/city-proposal')
  expect(applyCityProposal.input.parse(sent?.body)).toEqual({ parts: ['country', 'prices'], seen: 'as-it-was-seen' })
})

test('where something is counted in the currency it is said that it stays, and only the rest is offered', async () => {
  await open({ pricesStay: true })
  expect(screen.queryByRole('checkbox', { name: 'city_suit_prices' })).toBeNull()
  expect(screen.getByText(/^city_prices_stay/)).toBeTruthy()
  expect(box('setting_country').checked).toBe(true)
})

test('where distances are in another unit too, each side of a rate has its own, also where the figures are the same', async () => {
  const inMiles = { ...today, code: 'USD', symbol: '$', swipeSymbol: false, decimal: 2, convertToMile: true }
  const same = { today: '2.00', proposed: '2.00' }
  const [car] = proposal.carTypes
  const carTypes = car ? [{ ...car, baseFare: same, ratePerUnitDistance: same, ratePerHour: same, minFare: same }] : []
  await open({ today: inMiles, proposed: { ...inMiles, convertToMile: false, driverRadius: 16 }, carTypes })
  expect(rowOf('car_per_mile')).toBe('car_per_mile$2.00–')
  expect(rowOf('car_per_km')).toBe('car_per_km–$2.00')
  expect(screen.queryByRole('row', { name: /^car_per_hour/ })).toBeNull()
})
