// What a fresh installation begins with: the car types and reasons of a town, and its languages.
import { carryPrice, carryRate, type Market } from '@wayfare/core/city-proposal'
import { formatExactMoney, toDecimal } from '@wayfare/core/money'
import { listNames, makeRecord } from '@wayfare/core/records'
import { defaultSettings, type Settings } from '@wayfare/core/settings'
import { listTariffColumns } from './columns.ts'
import type { NewRow } from './tables.ts'

const percentage = { feeType: 'percentage', feeHundredths: 1000 } as const

/** What rides cost in Gothenburg, in öre; every other town's prices are made from these. */
const gothenburg = [
  {
    id: 'city',
    name: 'City',
    extraInfo: 'Up to 4 riders',
    tariff: { baseFare: 4500n, ratePerUnitDistance: 1300n, ratePerHour: 32_000n, minFare: 9500n },
    fee: percentage,
  },
  {
    id: 'comfort',
    name: 'Comfort',
    extraInfo: 'Up to 4 riders, more room',
    tariff: { baseFare: 5500n, ratePerUnitDistance: 1600n, ratePerHour: 38_000n, minFare: 12_000n },
    fee: percentage,
  },
  {
    id: 'van',
    name: 'Van',
    extraInfo: 'Up to 7 riders and luggage',
    tariff: { baseFare: 7500n, ratePerUnitDistance: 1900n, ratePerHour: 42_000n, minFare: 16_000n },
    fee: { feeType: 'flat', feeFlatMinor: 2000n },
  },
] as const

/** The price of Gothenburg (öre) as one of this market. */
const priceIn = (market: Market) => (amount: bigint) => carryPrice(amount, defaultSettings, market)

type Priced = Pick<(typeof gothenburg)[number], 'tariff' | 'fee'>

/** What a car type charges, carried into this market. */
const carryTariff = ({ tariff, fee }: Priced, market: Market) => {
  const price = priceIn(market)
  return {
    ...listTariffColumns({
      ...makeRecord(listNames(tariff), (field) => price(tariff[field])),
      ratePerUnitDistance: carryRate(tariff.ratePerUnitDistance, defaultSettings, market),
    }),
    ...fee,
    ...(fee.feeType === 'flat' ? { feeFlatMinor: price(fee.feeFlatMinor) } : {}),
    cancelSlabs: JSON.stringify([{ minsDelayed: 3, amount: String(price(3000n)) }]),
  }
}

export const listCarTypes = (market: Market) =>
  gothenburg.map(({ tariff, fee, ...carType }, at) => ({
    ...carType,
    ...carryTariff({ tariff, fee }, market),
    position: at + 1,
    image: `/images/cars/${carType.id}.svg`,
  })) satisfies NewRow<'carType'>[]

/** What carries parcels in the living town of the demo: at the prices of the smallest car. */
export const makeParcelCarType = (market: Market) => {
  const price = priceIn(market)
  const extra = (description: string, amount: bigint) => ({ description, amount: String(price(amount)) })
  return {
    id: 'parcel',
    name: 'Parcel',
    extraInfo: 'Up to 20 kg, door to door',
    ...carryTariff(gothenburg[0], market),
    category: 'delivery',
    parcelTypes: JSON.stringify([extra('Envelope', 0n), extra('Box', 1500n), extra('Large box', 4000n)]),
    options: JSON.stringify([extra('At the door', 0n), extra('Up the stairs', 2000n)]),
    position: gothenburg.length + 1,
    image: '/images/cars/cargo-van.svg',
  } satisfies NewRow<'carType'>
}

/** A code for the demo's riders: a tenth off, at most what 50 kr are in Gothenburg. */
export const listDemoPromos = (settings: Settings) => {
  const maxDiscountMinor = priceIn(settings)(5000n)
  const most = formatExactMoney(toDecimal(maxDiscountMinor, settings.code), settings)
  return [
    {
      id: 'demo-welcome',
      name: 'WELCOME10',
      description: `10 % off, at most ${most}`,
      discountType: 'percentage',
      discountValue: 1000n,
      maxDiscountMinor,
    },
  ] satisfies NewRow<'promo'>[]
}

/** What a demo rider finds in the wallet. */
export const computeDemoMoney = (market: Market): bigint => priceIn(market)(100_000n)

export const cancelReasons = [
  { value: 0, label: 'The driver takes too long' },
  { value: 1, label: 'My plans have changed' },
  { value: 2, label: 'I chose the wrong place' },
  { value: 3, label: 'I found another ride' },
  { value: 4, label: 'Another reason' },
]

/** Their texts come with the version (see shipped-texts). */
export const languages = [
  { id: 'en', langName: 'English', langLocale: 'en', dateLocale: 'en-GB', isDefault: true },
  { id: 'sv', langName: 'Svenska', langLocale: 'sv', dateLocale: 'sv', isDefault: false },
  { id: 'ar', langName: 'العربية', langLocale: 'ar', dateLocale: 'ar', isDefault: false },
  { id: 'es', langName: 'Español', langLocale: 'es', dateLocale: 'es', isDefault: false },
].map((language) => ({ ...language, keyValuePairs: '{}' })) satisfies NewRow<'language'>[]
