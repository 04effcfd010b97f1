// What a fresh installation begins with: the car types and reasons of a town, its languages, and the people of the demo.
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

export const listCarTypes = (market: Market) => {
  const price = priceIn(market)
  return gothenburg.map(({ tariff, fee, ...carType }, at) => ({
    ...carType,
    ...listTariffColumns({
      ...makeRecord(listNames(tariff), (field) => price(tariff[field])),
      ratePerUnitDistance: carryRate(tariff.ratePerUnitDistance, defaultSettings, market),
    }),
    ...fee,
    ...(fee.feeType === 'flat' ? { feeFlatMinor: price(fee.feeFlatMinor) } : {}),
    position: at + 1,
    image: `/images/cars/${carType.id}.svg`,
    cancelSlabs: JSON.stringify([{ minsDelayed: 3, amount: String(price(3000n)) }]),
  })) satisfies NewRow<'carType'>[]
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

type Person = NewRow<'appUser'> & { firstName: string; lastName: string }

const domain = 'demo.wayfare.example'

// Numbers from the series that the Swedish telecom authority keeps free for films and books.
const mobileOf = (number: number): string => `+46701740${String(604 + number).padStart(3, '0')}`

const fleet = 'demo-fleet'

type Driver = [firstName: string, lastName: string, carTypeId: string, make: string, model: string, plate: string]

const drivers: Driver[] = [
  ['Amira', 'Haddad', 'city', 'Volvo', 'V60', 'ABC 12D'],
  ['Lars', 'Lindqvist', 'city', 'Toyota', 'Corolla', 'GHT 48K'],
  ['Yusuf', 'Demir', 'comfort', 'Tesla', 'Model 3', 'MLP 73R'],
  ['Ingrid', 'Nyström', 'city', 'Volkswagen', 'ID.4', 'RSW 26A'],
  ['Mateusz', 'Kowalski', 'van', 'Volkswagen', 'Multivan', 'DKE 91T'],
  ['Fatima', 'Warsame', 'city', 'Kia', 'Niro', 'PXB 35G'],
  ['Erik', 'Sandberg', 'comfort', 'Volvo', 'V90', 'JNU 60C'],
  ['Linh', 'Nguyen', 'city', 'Toyota', 'Prius', 'WZF 17M'],
  ['Goran', 'Petrović', 'van', 'Mercedes-Benz', 'V-Class', 'TAY 84L'],
  ['Selam', 'Tesfaye', 'comfort', 'Polestar', '2', 'LHD 52P'],
]

const driverOf = ([firstName, lastName, carTypeId, vehicleMake, vehicleModel, vehicleNumber]: Driver, i: number): Person => ({
  id: `demo-driver${i + 1}`,
  userType: 'driver',
  firstName,
  lastName,
  email: `driver${i + 1}@${domain}`,
  mobile: mobileOf(10 + i),
  referralId: `${firstName.toLowerCase()}${2001 + i}`,
  fleetAdminId: fleet,
  carTypeId,
  vehicleMake,
  vehicleModel,
  vehicleNumber,
})

const riderOf = ([firstName, lastName]: readonly [string, string], i: number): Person => ({
  id: `demo-rider${i + 1}`,
  userType: 'rider',
  firstName,
  lastName,
  email: `rider${i === 0 ? '' : i + 1}@${domain}`,
  mobile: mobileOf(20 + i),
  referralId: `${firstName.toLowerCase()}${3001 + i}`,
})

/** Before whom they refer to: the fleet admin comes before his drivers. */
export const demoPeople: Person[] = [
  {
    id: 'demo-admin',
    userType: 'admin',
    firstName: 'Alma',
    lastName: 'Ek',
    email: `admin@${domain}`,
    mobile: mobileOf(1),
    referralId: 'alma1001',
  },
  {
    id: fleet,
    userType: 'fleetadmin',
    firstName: 'Viktor',
    lastName: 'Åberg',
    email: `fleet@${domain}`,
    mobile: mobileOf(2),
    referralId: 'viktor1002',
  },
  ...drivers.map(driverOf),
  ...(
    [
      ['Maja', 'Lund'],
      ['Omar', 'Saleh'],
      ['Sofía', 'Rojas'],
    ] as const
  ).map(riderOf),
]
