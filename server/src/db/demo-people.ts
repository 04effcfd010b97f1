// The people of the demo: whom a newcomer may be, and those who make it a town. Names and numbers suit the country of its city.
import { nameDemoPerson, numberDemoPerson, plateDemoCar } from './demo-names.ts'
import type { NewRow } from './tables.ts'

export type DemoPerson = NewRow<'appUser'> & { firstName: string; lastName: string }

const domain = 'demo.wayfare.example'

/** Known from pictures, pages and tests. */
const ofSweden: Record<string, string> = {
  admin: 'Alma Ek',
  fleet: 'Viktor Åberg',
  driver1: 'Amira Haddad',
  driver2: 'Lars Lindqvist',
  driver3: 'Yusuf Demir',
  driver4: 'Ingrid Nyström',
  driver5: 'Mateusz Kowalski',
  driver6: 'Fatima Warsame',
  driver7: 'Erik Sandberg',
  driver8: 'Linh Nguyen',
  driver9: 'Goran Petrović',
  driver10: 'Selam Tesfaye',
  rider: 'Maja Lund',
  rider2: 'Omar Saleh',
  rider3: 'Sofía Rojas',
}

const platesOfSweden = [
  'ABC 12D',
  'GHT 48K',
  'MLP 73R',
  'RSW 26A',
  'DKE 91T',
  'PXB 35G',
  'JNU 60C',
  'WZF 17M',
  'TAY 84L',
  'LHD 52P',
]

/** `at` is their number among all people of the demo, by which name and phone number are chosen. */
type Place = { country: string; account: string; at: number }

const makePerson = ({ country, account, at }: Place, userType: DemoPerson['userType']): DemoPerson => {
  const [firstName = '', lastName = ''] = (country === 'SE' ? ofSweden[account]?.split(' ') : undefined) ?? []
  const name = firstName === '' ? nameDemoPerson(country, at) : { firstName, lastName }
  return {
    id: account === 'rider' ? 'demo-rider1' : `demo-${account}`,
    userType,
    ...name,
    email: `${account}@${domain}`,
    mobile: numberDemoPerson(country, at),
    referralId: `${name.firstName.toLowerCase()}${1000 + at}`,
  }
}

type Car = [carTypeId: string, make: string, model: string]

const cars: Car[] = [
  ['city', 'Volvo', 'V60'],
  ['city', 'Toyota', 'Corolla'],
  ['comfort', 'Tesla', 'Model 3'],
  ['city', 'Volkswagen', 'ID.4'],
  ['van', 'Volkswagen', 'Multivan'],
  ['city', 'Kia', 'Niro'],
  ['comfort', 'Volvo', 'V90'],
  ['city', 'Toyota', 'Prius'],
  ['van', 'Mercedes-Benz', 'V-Class'],
  ['comfort', 'Polestar', '2'],
]

/** With the first ten the town has 24: eleven small cars, six larger ones, four vans and three that carry parcels. */
const moreCars: Car[] = [
  ['city', 'Škoda', 'Octavia'],
  ['city', 'Hyundai', 'Ioniq 5'],
  ['comfort', 'BMW', 'i4'],
  ['city', 'Renault', 'Mégane'],
  ['van', 'Ford', 'Tourneo'],
  ['city', 'Toyota', 'Yaris'],
  ['comfort', 'Mercedes-Benz', 'EQE'],
  ['parcel', 'Renault', 'Kangoo'],
  ['city', 'Peugeot', '308'],
  ['parcel', 'Volkswagen', 'Caddy'],
  ['comfort', 'Audi', 'Q4'],
  ['city', 'Nissan', 'Leaf'],
  ['van', 'Citroën', 'Spacetourer'],
  ['parcel', 'Toyota', 'Proace'],
]

/** The first fleet has the first ten; the last three of all drive for themselves. */
const fleetOf = (driver: number): string | null => {
  if (driver <= 10) return 'demo-fleet'
  if (driver <= 17) return 'demo-fleet2'
  return driver <= 21 ? 'demo-fleet3' : null
}

const makeDriver = (
  country: string,
  [carTypeId, vehicleMake, vehicleModel]: Car,
  { number, at }: Record<'number' | 'at', number>,
) => ({
  ...makePerson({ country, account: `driver${number}`, at }, 'driver'),
  fleetAdminId: fleetOf(number),
  carTypeId,
  vehicleMake,
  vehicleModel,
  vehicleNumber: (country === 'SE' ? platesOfSweden[number - 1] : undefined) ?? plateDemoCar(country, at),
})

/** Whom a newcomer may be. Before whom they refer to: a fleet admin comes before the drivers. */
export const listDemoPeople = (country: string): DemoPerson[] => [
  makePerson({ country, account: 'admin', at: 0 }, 'admin'),
  makePerson({ country, account: 'fleet', at: 1 }, 'fleetadmin'),
  ...cars.map((car, i) => makeDriver(country, car, { number: i + 1, at: 9 + i })),
  ...['rider', 'rider2', 'rider3'].map((account, i) => makePerson({ country, account, at: 19 + i }, 'rider')),
]

/** Two more fleets and 14 more drivers: with them the town has work for everybody. */
export const listMoreDrivers = (country: string, hasParcels: boolean): DemoPerson[] => [
  makePerson({ country, account: 'fleet2', at: 2 }, 'fleetadmin'),
  makePerson({ country, account: 'fleet3', at: 3 }, 'fleetadmin'),
  ...moreCars.map(([carType, ...car], i) =>
    makeDriver(country, [carType === 'parcel' && !hasParcels ? 'city' : carType, ...car], {
      number: cars.length + i + 1,
      at: 22 + i,
    }),
  ),
]

/** Where drivers of the town have themselves paid out to: a bank that there is not. */
export const addBank = (person: DemoPerson, at: number): DemoPerson =>
  person.userType === 'driver'
    ? { ...person, bankName: 'Bank of the Town', bankCode: 'TOWN', bankAccount: `0000 ${String(1001 + at)}` }
    : person

/** As many as ride forty times a day. Nobody signs in as one of them: they have no password. */
const townRiders = 120
const firstTownRider = 36

/** Of them, those who also book by themselves while the demo runs. */
export const livingRiderIds: ReadonlySet<string> = new Set(Array.from({ length: 16 }, (_, i) => `demo-townrider${i + 1}`))

export const listTownRiders = (country: string): DemoPerson[] =>
  Array.from({ length: townRiders }, (_, i) =>
    makePerson({ country, account: `townrider${i + 1}`, at: firstTownRider + i }, 'rider'),
  )
