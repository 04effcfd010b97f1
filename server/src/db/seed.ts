// Promise: an empty database becomes a working one, and a second run changes nothing that an operator changed.
import { asId, type UserId } from '@wayfare/core/ids'
import { hash } from '@node-rs/argon2'
import { suitSettings, type CityRegion } from '@wayfare/core/city-proposal'
import { defaultSettings, type Settings } from '@wayfare/core/settings'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../deps.ts'
import { addBank, listDemoPeople, listMoreDrivers, listTownRiders, type DemoPerson } from './demo-people.ts'
import { cancelReasons, computeDemoMoney, languages, listCarTypes, listDemoPromos, makeParcelCarType } from './seed-city.ts'
import { demoPassword, insertPerson } from './seed-people.ts'

/** `region` is that of the operator's own city, null while there is none; `currency` null: that of its country. */
type Place = {
  region: CityRegion | null
  currency: string | null
  /** settings that are there suit the city as well: the rest of what they say stays */
  isAnew: boolean
  /** the demo is a living town: more people work and ride in it, and parcels are carried */
  isLiving: boolean
}

const { country, timeZone } = defaultSettings

/** The settings as stored, which suit the city if nobody has any yet. */
const seedSettings = async (tx: Tx, { region, currency, isAnew, isLiving }: Place): Promise<Settings> => {
  const suit = (settings: Settings) => suitSettings(settings, region ?? { country, timeZone }, currency ?? undefined)
  const write = async (settings: Settings): Promise<Settings> => {
    const data = JSON.stringify(settings)
    await tx
      .insertInto('setting')
      .values({ id: 1, data })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ data }))
      .execute()
    return settings
  }
  const row = await tx.selectFrom('setting').select('data').where('id', '=', 1).executeTakeFirst()
  const stored = row && { ...defaultSettings, ...(row.data as Partial<Settings>) }
  if (stored) return isAnew ? write(suit(stored)) : stored
  return write(suit(isLiving ? { ...defaultSettings, category: 'both' } : defaultSettings))
}

const isEmpty = async (tx: Tx, table: 'carType' | 'cancelReason' | 'language'): Promise<boolean> =>
  (await tx
    .selectFrom(table)
    .select((query) => query.lit(1).as('one'))
    .limit(1)
    .executeTakeFirst()) === undefined

/** The same town every time. */
const historySeed = 13

const dayMs = 86_400_000
/** Since when the first and the last of the town are here (days). */
const oldestDays = 200
const youngestDays = 62

/** In the order in which they are listed, before the two months that the demo looks back on. */
const signedUpAt = (at: number, of: number): Date =>
  new Date(Date.now() - dayMs * (oldestDays - ((oldestDays - youngestDays) * at) / of))

type Seeding = {
  /** people sign up over the months, not all at this moment */
  isDated: boolean
  canSignIn: boolean
}

const insertPeople = async (tx: Tx, people: readonly DemoPerson[], { isDated, canSignIn }: Seeding): Promise<void> => {
  if (people.length === 0) return
  // OWASP's second recommended argon2id setting (19 MiB, 2 passes, 1 lane), as at sign-up; one hash for all, the password is printed anyway
  const passwordHash = canSignIn ? await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }) : null
  for (const [at, person] of people.entries()) {
    const dated = isDated ? { createdAt: signedUpAt(at, people.length) } : {}
    await insertPerson(tx, { ...person, ...dated, demo: true, approved: true }, passwordHash)
  }
}

/** A demo that is there already stays as lively as it was made. */
const seedPeople = async (tx: Tx, { country, category }: Settings, isLiving: boolean): Promise<void> => {
  const present = await tx.selectFrom('appUser').select('email').where('demo', '=', true).execute()
  const known = new Set(present.map(({ email }) => email))
  const isDated = isLiving && known.size === 0
  const more = isDated ? listMoreDrivers(country, category !== 'taxi') : []
  const missing = [...listDemoPeople(country), ...more].filter(({ email }) => !known.has(email))
  await insertPeople(tx, isDated ? missing.map(addBank) : missing, { isDated, canSignIn: true })
  if (!isDated) return
  await insertPeople(tx, listTownRiders(country), { isDated, canSignIn: false })
  await tx.insertInto('demoHistory').values({ endsAt: new Date(), seed: historySeed }).execute()
}

type Wallet = { kind: 'wallet' | 'promotions'; ownerId: UserId | null; currency: string }

const openWallet = async (tx: Tx, place: Wallet): Promise<bigint> => {
  await tx
    .insertInto('ledgerAccount')
    .values(place)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('ledgerAccount')
    .select('id')
    .where('kind', '=', place.kind)
    .where('ownerId', place.ownerId === null ? 'is' : '=', place.ownerId)
    .where('currency', '=', place.currency)
    .where('part', '=', 0)
    .executeTakeFirstOrThrow()
  return id
}

/** What a demo rider finds in the wallet is a posting like any other, given by the platform. */
const seedWallets = async (tx: Tx, settings: Settings, isLiving: boolean): Promise<void> => {
  const currency = settings.code
  const money = computeDemoMoney(settings)
  // before all that the town looks back on
  const dated = isLiving ? { createdAt: new Date(Date.now() - dayMs * youngestDays) } : {}
  for (const { id } of listDemoPeople(settings.country).filter(({ userType }) => userType === 'rider')) {
    const posting = await tx
      .insertInto('ledgerTransaction')
      .values({ kind: 'Credit', reference: 'AdminCredit', once: `seed:${id}`, ...dated })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!posting) continue
    const legs = [
      { accountId: await openWallet(tx, { kind: 'promotions', ownerId: null, currency }), amountMinor: -money },
      { accountId: await openWallet(tx, { kind: 'wallet', ownerId: asId(id), currency }), amountMinor: money },
    ]
    const entries = legs.map((leg, at) => ({ ...leg, transactionId: posting.id, seq: at + 1 }))
    await tx.insertInto('ledgerEntry').values(entries).execute()
  }
}

const seedPromos = async (tx: Tx, settings: Settings): Promise<void> => {
  await tx
    .insertInto('promo')
    .values(listDemoPromos(settings))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Wish = Pick<Config, 'demo'> & Partial<Place>

/** Lays what is missing. Several processes may start at once: one after the other gets the lock. */
export const seedDatabase = (
  db: Db,
  { demo, currency = null, region = null, isAnew = false, isLiving = false }: Wish,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.selectNoFrom((query) => query.fn('pg_advisory_xact_lock', [query.val(7_341_902)]).as('lock')).execute()
    const settings = await seedSettings(tx, { region, currency, isAnew, isLiving })
    if (await isEmpty(tx, 'cancelReason')) await tx.insertInto('cancelReason').values(cancelReasons).execute()
    if (await isEmpty(tx, 'carType')) {
      await tx.insertInto('carType').values(listCarTypes(settings)).execute()
      if (isLiving && settings.category !== 'taxi') await tx.insertInto('carType').values(makeParcelCarType(settings)).execute()
    }
    // a language that the operator deleted does not come back
    if (await isEmpty(tx, 'language')) await tx.insertInto('language').values(languages).execute()
    if (!demo) return
    await seedPeople(tx, settings, isLiving)
    await seedWallets(tx, settings, isLiving)
    await seedPromos(tx, settings)
  })
