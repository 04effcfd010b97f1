// The settings proposed for the served city (country, time zone, currency and prices), beside the current ones.
import { createHash } from 'node:crypto'
import type { CityProposal } from '@wayfare/contract/settings-proposal'
import { proposalFields, proposalParts, suitSettings, type CityRegion, type ProposalPart } from '@wayfare/core/city-proposal'
import { isCountry } from '@wayfare/core/countries'
import { Refusal } from '@wayfare/core/errors'
import { tariffFields } from '@wayfare/core/fare'
import { toDecimal } from '@wayfare/core/money'
import { makeRecord } from '@wayfare/core/records'
import type { Settings } from '@wayfare/core/settings'
import { isTimeZone } from '@wayfare/core/settings-checks'
import type { Db, Deps, Tx } from '../../deps.ts'
import { carryCarType, listAllCarTypes } from '../catalog/queries-prices.ts'
import { isCurrencyInUse, readStored } from './queries.ts'

type Asked = Pick<Deps, 'maps' | 'config'>

/** The served city if it is one of ours; null outside a demo if it is still the demo's map, which is only a stand-in. */
const findCity = ({ maps, config }: Asked): CityProposal['city'] => {
  const shelf = maps.cities?.list()
  const city = shelf?.cities.find(({ dataset }) => dataset === shelf.active)
  if (!city || (city.isDemo && !config.demo)) return null
  const { name, country, timeZone, isDemo } = city
  return { name, country, timeZone, isDemo }
}

const pickProposed = (settings: Settings): CityProposal['today'] =>
  makeRecord(
    proposalParts.flatMap((part) => proposalFields[part]),
    (field) => settings[field],
  ) as CityProposal['today']

const exists = async (db: Db | Tx, table: 'booking' | 'ledgerTransaction'): Promise<boolean> =>
  (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) !== undefined

/** True if nothing was ever recorded in the currency; recorded amounts stay as they are. */
const areBooksEmpty = async (db: Db | Tx, currency: string): Promise<boolean> =>
  !(await exists(db, 'booking')) && !(await exists(db, 'ledgerTransaction')) && !(await isCurrencyInUse(db, currency))

/** The parts that differ from the proposal. Prices may differ even in the same currency, since places differ in cost. */
const findParts = ({ today, proposed, carTypes }: Pick<CityProposal, 'today' | 'proposed' | 'carTypes'>): ProposalPart[] => {
  const hasOtherPrices = carTypes.some((car) => tariffFields.some((field) => car[field].today !== car[field].proposed))
  const differs = (part: ProposalPart) => proposalFields[part].some((field) => today[field] !== proposed[field])
  return proposalParts.filter((part) => differs(part) || (part === 'prices' && hasOtherPrices))
}

/** The wishes of an operator whose own city is not there yet. */
type Wished = { country?: string | undefined; timeZone?: string | undefined }

const readPlace = (wished: Wished, settings: Settings, city: CityProposal['city']): CityRegion | null => {
  const { country, timeZone } = wished
  if (country === undefined && timeZone === undefined) return city
  if (country !== undefined && !isCountry(country)) throw new Refusal('proper_country')
  if (timeZone !== undefined && !isTimeZone(timeZone)) throw new Refusal('proper_time_zone')
  return { country: country ?? settings.country, timeZone: timeZone ?? settings.timeZone }
}

/** The proposal, with the settings that it refers to. */
export const readProposal = async (deps: Asked, db: Db | Tx, wished: Wished = {}) => {
  const { settings, version } = await readStored(db)
  const city = findCity(deps)
  const place = readPlace(wished, settings, city)
  const suited = place ? suitSettings(settings, place) : settings
  const cars = await listAllCarTypes(db)
  const markets = { from: settings, to: suited }
  const pricesStay = !(await areBooksEmpty(db, settings.code))
  const carTypes = cars
    .filter(({ removedAt }) => removedAt === null)
    .map((row) => {
      const after = carryCarType(row, markets)
      return {
        name: row.name,
        ...makeRecord(tariffFields, (field) => ({
          today: toDecimal(row[`${field}Minor`], settings.code),
          proposed: toDecimal(after[`${field}Minor`], suited.code),
        })),
      }
    })
  const seen = createHash('sha256').update(JSON.stringify([place, version, cars.map((row) => [row.id, row.version]), pricesStay]))
  const [today, proposed] = [pickProposed(settings), pickProposed(suited)]
  const parts = findParts({ today, proposed, carTypes })
  const proposal: CityProposal = { city, parts, today, proposed, carTypes, pricesStay, seen: seen.digest('base64url') }
  return { proposal, settings, version, suited }
}

export const getCityProposal = async (deps: Deps, wished: Wished): Promise<CityProposal> =>
  (await readProposal(deps, deps.db, wished)).proposal
