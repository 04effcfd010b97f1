import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeDesk, show } from './fake-desk.tsx'
import { FareLines } from './fare-lines.tsx'

const desk = makeDesk()

test('what a wallet pays and what is left for cash are shown to the last coin, though fares have none', async () => {
  const lines = { base: '40.00', distance: '6.00', time: '0.00', extras: '0.00', fare: '46.00', convenienceFees: '0.00' }
  const parts = { wallet: '45.50', card: '0.00', cash: '0.50' }
  const money = { discount: '0.00', promoCode: null, payable: '46.00', parts }
  show(desk, <FareLines lines={{ ...lines, grandTotal: '46.00', minimumApplied: false } as never} money={money} />)
  const list = (await screen.findByText('fare_part_cash')).closest('dl')
  const shown = [...(list?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent?.replaceAll(/[^\d.]/g, ''))
  expect(shown.slice(-3)).toEqual(['46', '45.50', '0.50'])
})
