import { cleanup, screen } from '@testing-library/react'
import { computeFare, fareParts, fareSums, tariffFields, type FareLine } from '@wayfare/core/fare'
import { toDecimal } from '@wayfare/core/money'
import { makeRecord } from '@wayfare/core/records'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../test/server.tsx'
import { FareLines } from './fare-lines.tsx'
import classes from './shared.module.css'

const server = makeServer()

test('what a wallet pays and what is left for cash are shown to the last coin, though fares have none', async () => {
  const lines = { base: '40.00', distance: '6.00', time: '0.00', extras: '0.00', fare: '46.00', convenienceFees: '0.00' }
  const parts = { wallet: '45.50', card: '0.00', cash: '0.50' }
  const money = { discount: '0.00', promoCode: null, payable: '46.00', parts }
  show(server, <FareLines lines={{ ...lines, grandTotal: '46.00', minimumApplied: false } as never} money={money} />)
  const list = (await screen.findByText('fare_part_cash')).closest('dl')
  const shown = [...(list?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent?.replaceAll(/[^\d.]/g, ''))
  expect(shown.slice(-3)).toEqual(['46', '45.50', '0.50'])
})

const anyAmount = fc.bigInt({ min: 0n, max: 100_000n })
const anyTariff = fc.record({ ...makeRecord(tariffFields, () => anyAmount), feeFlat: anyAmount, feeHundredths: fc.constant(0) })

const amountOf = (row: Element) => Number(row.querySelector('dd')?.textContent?.replaceAll(/[^\d.]/g, ''))
const isPart = (row: Element) => row.className === classes['small']

test('the lines that a page shows add up to the total, and each part that costs something is there', async () => {
  const way = { distanceM: 7300, durationS: 900, extras: [2500n] }
  const property = fc.asyncProperty(anyTariff, async (amounts) => {
    const fare = computeFare({ ...amounts, feeType: 'flat' }, way, { code: 'SEK', decimal: 0, convertToMile: false })
    const amount = (line: FareLine) => toDecimal(fare[line], 'SEK')
    const lines = { ...makeRecord(fareParts, amount), minimumApplied: fare.minimumApplied, ...makeRecord(fareSums, amount) }
    show(server, <FareLines lines={lines} />)
    const total = (await screen.findByText('fare_total')).parentElement as HTMLElement
    const rows = [...(total.parentElement?.children ?? [])].filter((row) => row !== total)
    const sumOf = (some: readonly Element[]) => some.reduce((sum, row) => sum + amountOf(row), 0)
    expect(sumOf(rows.filter((row) => !isPart(row)))).toBe(amountOf(total))
    const driven = fareParts.reduce((sum, part) => sum + Number(lines[part]), 0)
    // a minimum adds what is lacking
    expect(sumOf(rows.filter(isPart))).toBe(fare.minimumApplied ? Math.max(driven, Number(lines.fare)) : driven)
    cleanup()
  })
  await fc.assert(property, { numRuns: 25 })
})
