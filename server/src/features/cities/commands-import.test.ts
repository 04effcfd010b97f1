import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listAudit } from '@wayfare/contract/audit'
import * as contract from '@wayfare/contract/cities'
import { openCity } from '@wayfare/citymap/open-city'
import { computeDestination } from '@wayfare/core/geo'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTownFile } from '../../../../citymap/test/town-file.ts'
import { makeCityMaps } from '../../adapters/maps-city.ts'

const app = await startApp()
const { call, refusal } = app
const admin = await app.make.admin()
const { dataDir } = app.deps.config
const folder = join(dataDir, 'extracts')
const file = 'town.osm.pbf'
const centre = { lat: 41.15, lng: -8.62 }

const list = () => call(contract.listCities, {}, { as: admin })
const build = async (name: string, speeds: object): Promise<contract.CityFacts> => {
  await call(contract.importCity, { file, name, speeds }, { as: admin })
  await expect.poll(async () => (await list()).work, { timeout: 30_000 }).toBeNull()
  const { last, cities } = await list()
  const city = cities.find(({ dataset }) => dataset === last?.dataset)
  if (!city) throw new Error(`nothing was built: ${last?.reason}`)
  return city
}

const secondsIn = ({ dataset }: contract.CityFacts): number =>
  openCity(join(dataDir, 'maps', dataset)).route([centre, computeDestination(centre, 90, 400)]).durationS

beforeAll(() => {
  mkdirSync(folder)
  writeFileSync(join(folder, file), makeTownFile({ centre }))
  Object.assign(app.deps.maps, makeCityMaps({ dataDir, folders: [folder], log: app.deps.log }))
})

it('drives the classes of road as fast as the operator says, and its record says so', async () => {
  const speeds = { residential: 20, motorway: 88.5 }
  const [usual, slow] = [await build('Usual', {}), await build('Slow', speeds)]
  expect([usual.speeds, slow.speeds]).toEqual([{}, speeds])
  expect(secondsIn(slow)).toBeGreaterThan(secondsIn(usual))
  const { entries } = await call(listAudit, { kind: 'city' }, { as: admin })
  expect(entries[0]).toMatchObject({ action: 'cities.import', object: file, after: { name: 'Slow', speeds } })
})

it.each([{ residential: 4 }, { residential: 151 }, { residential: 20.25 }, { canal: 20 }, { residential: '20; rm' }])(
  'takes no speed that no car drives, nor a class that there is not: %o',
  async (speeds: object) => {
    expect(await refusal(contract.importCity, { file, speeds }, { as: admin })).toMatchObject({ status: 400 })
    expect((await list()).work).toBeNull()
  },
)

it('takes them of an admin alone', async () => {
  const asked = { file, speeds: { residential: 20 } }
  expect(await refusal(contract.importCity, asked, { as: await app.make.fleetAdmin() })).toMatchObject({ status: 403 })
})

it('builds nothing that the audit log does not have in the end', async () => {
  await sql`create function no_entry() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$`.execute(app.db)
  await sql`create constraint trigger no_entry after insert on audit_entry deferrable initially deferred
    for each row execute function no_entry()`.execute(app.db)
  const { cities } = await list()
  await expect(call(contract.importCity, { file, name: 'Unnoted', speeds: {} }, { as: admin })).rejects.toThrow()
  await sql`drop trigger no_entry on audit_entry`.execute(app.db)
  expect(app.takeErrors()).toHaveLength(1)
  await expect.poll(async () => (await list()).work, { timeout: 30_000 }).toBeNull()
  expect((await list()).cities).toEqual(cities)
})
