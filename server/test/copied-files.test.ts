// The files of a backup or an export: what its rows name is in it, whatever happens meanwhile, and what is in it comes back.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setProfileImage } from '@wayfare/contract/files'
import { afterAll, expect, it } from 'vitest'
import { clearStage, inspectBackup, placeFiles } from '../src/db/restore.ts'
import { makeBackup } from '../src/db/backup.ts'
import { emptyDatabase } from './database.ts'
import { makeBackups, passphrase, withClient } from './backups.ts'
import { makeExports, readTable } from './exports.ts'
import { startApp, testSecret } from './harness.ts'
import * as images from './images.ts'

const app = await startApp()
const { folder, stage, nextMoment, restore } = makeBackups()
const { newFolder, exportTown } = makeExports()
const file = { bytes: await images.image('jpeg'), type: 'image/jpeg' }
const rider = await app.make.rider()

const replace = async (): Promise<void> => {
  await app.call(setProfileImage, {}, { as: rider, file })
  await app.settle()
}
const keyOfPicture = async (): Promise<string> =>
  (await app.db.selectFrom('storedFile').select('storageKey').where('ownerId', '=', rider.id).executeTakeFirstOrThrow())
    .storageKey
const pathOf = (key: string): string => join(app.deps.config.dataDir, 'files', key)

const target = await emptyDatabase()
afterAll(target.drop)

it('a backup has the picture of its row, which goes once it is written', { timeout: 60_000 }, async () => {
  await replace()
  const key = await keyOfPicture()
  const backup = await withClient(app, async (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    // the rows are read by then, and the files are not
    const replaceAfter = async (given: unknown[]) => {
      const answer = await (query(...given) as Promise<unknown>)
      await replace()
      return answer
    }
    Object.assign(client, { query: (...given: unknown[]) => (given[0] === 'commit' ? replaceAfter(given) : query(...given)) })
    const { dataDir, files } = app.deps.config
    const about = { version: '0.2.0', dataDir, files, secret: testSecret, city: null }
    try {
      return await makeBackup(client, { ...about, folder, passphrase, now: nextMoment() })
    } finally {
      Object.assign(client, { query })
    }
  })
  expect(await keyOfPicture()).not.toBe(key)
  await restore(target.url, backup)
  const place = join(folder, 'restored')
  await placeFiles(stage, { dataDir: place, now: new Date() })
  expect(readdirSync(join(place, 'files'), { recursive: true, encoding: 'utf8' })).toContain(key)
  await app.runJobs({ early: true })
  expect([existsSync(pathOf(key)), existsSync(pathOf(await keyOfPicture()))]).toEqual([false, true])
})

it('so has an export', { timeout: 60_000 }, async () => {
  const key = await keyOfPicture()
  const to = newFolder()
  let isReplaced = false
  const tell = async (line: string): Promise<void> => {
    if (isReplaced || !line.startsWith('stored_file.csv')) return
    isReplaced = true
    await replace()
  }
  const { manifest } = await exportTown(app, { to, tell })
  expect(readTable(to, 'stored_file')).toContainEqual(expect.objectContaining({ path: `files/${key}.webp` }))
  expect(manifest.uploads.missing).toEqual([])
  await app.runJobs({ early: true })
  expect(existsSync(pathOf(key))).toBe(false)
})

it.each([
  ['its city is written in other letters', 'москва-2', []],
  ['somebody left files beside it', 'porto', ['.DS_Store', 'notes (1).txt', 'lost+found/1']],
])('a map comes back though %s', async (_what, dataset, others) => {
  const map = join(app.deps.config.dataDir, 'maps', dataset)
  mkdirSync(join(map, 'lost+found'), { recursive: true })
  for (const name of ['graph.bin', ...others]) writeFileSync(join(map, name), 'x')
  const { path } = await withClient(app, (client) => {
    const { dataDir, files } = app.deps.config
    const city = { dataset, name: dataset, hasFiles: true }
    return makeBackup(client, {
      version: '0.2.0',
      dataDir,
      files,
      secret: testSecret,
      city,
      folder,
      passphrase,
      now: nextMoment(),
    })
  })
  expect((await inspectBackup({ path, passphrase })).about.city?.dataset).toBe(dataset)
  const fresh = await emptyDatabase()
  await clearStage(stage)
  await restore(fresh.url, { path })
  expect(readdirSync(join(stage, 'maps', dataset))).toEqual(['graph.bin'])
  await fresh.drop()
})
