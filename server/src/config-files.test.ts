import { expect, test } from 'vitest'
import { writeBackupEnvironment } from './config-backup.ts'
import { readConfig } from './config.ts'

const keys = { WAYFARE_FILES_S3_KEY_ID: 'id', WAYFARE_FILES_S3_KEY: 'key' }
const read = (env: Record<string, string>) => readConfig(env, [], '/srv').files

test('uploaded files lie in the data folder unless another place is named', () => {
  expect(read({})).toEqual({ place: '/srv/data/files', store: null, isInData: true, isChosen: false })
  expect(read({ WAYFARE_FILES: 'data/files', WAYFARE_DATA: './data/' })).toMatchObject({ isInData: true, isChosen: true })
  expect(read({ WAYFARE_FILES: '/mnt/shared/' })).toEqual({ place: '/mnt/shared', store: null, isInData: false, isChosen: true })
})

test('a bucket is no folder, and lies at AWS unless an address is given', () => {
  const place = { WAYFARE_FILES: 's3://town/files/', ...keys }
  const store = { endpoint: 'https://s3.eu-north-1.amazonaws.com', region: 'eu-north-1', keyId: 'id', key: 'key' }
  const found = read({ ...place, WAYFARE_FILES_S3_REGION: 'eu-north-1' })
  expect(found).toMatchObject({ place: 's3://town/files', store, isInData: false })
  expect(read({ ...place, WAYFARE_FILES_S3_ENDPOINT: 'http://10.0.0.4:9000/' }).store).toMatchObject({
    endpoint: 'http://10.0.0.4:9000',
    region: 'us-east-1',
  })
})

test('the nightly backup looks for them where the server keeps them', () => {
  const env = { WAYFARE_FILES: 'shared' }
  const told = writeBackupEnvironment(readConfig(env, [], '/srv'))
  expect(readConfig({ ...env, ...told }, [], '/elsewhere').files.place).toBe('/srv/shared')
})

test('keys of the one store are not those of the other', () => {
  const backup = { WAYFARE_BACKUP_S3_KEY_ID: 'id', WAYFARE_BACKUP_S3_KEY: 'key' }
  expect(() => read({ WAYFARE_FILES: 's3://town', ...backup })).toThrow('needs WAYFARE_FILES_S3_KEY_ID')
})

test.each([
  [{ WAYFARE_FILES: 's3://', ...keys }, 'WAYFARE_FILES must name a bucket, as s3://bucket/prefix.'],
  [{ WAYFARE_FILES: 'https://store.example/town' }, 'WAYFARE_FILES must be a folder, or s3://bucket/prefix.'],
  [{ WAYFARE_FILES: 's3://town' }, 'WAYFARE_FILES=s3://town needs WAYFARE_FILES_S3_KEY_ID and WAYFARE_FILES_S3_KEY beside it.'],
  [{ WAYFARE_FILES: 's3://town', WAYFARE_FILES_S3_KEY: 'key' }, 'WAYFARE_FILES_S3_KEY needs WAYFARE_FILES_S3_KEY_ID beside it.'],
  [keys, 'WAYFARE_FILES_S3_KEY_ID needs WAYFARE_FILES=s3://bucket/prefix beside it.'],
  [{ WAYFARE_FILES: '/mnt', ...keys }, 'WAYFARE_FILES_S3_KEY_ID needs WAYFARE_FILES=s3://bucket/prefix beside it.'],
  [{ WAYFARE_FILES_S3_ENDPOINT: 'store' }, 'WAYFARE_FILES_S3_ENDPOINT must be an address, such as https://s3.example.'],
])('refuses %o in one sentence', (env, message) => {
  expect(() => read(env as Record<string, string>)).toThrow(message)
})
