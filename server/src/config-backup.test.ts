import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const keys = { WAYFARE_BACKUP_S3_KEY_ID: 'id', WAYFARE_BACKUP_S3_KEY: 'key' }
const read = (env: Record<string, string>) => readConfig(env, [], '/srv').backup

test('backups go into the data folder, and none is written by itself, unless something else is said', () => {
  expect(read({})).toEqual({ at: null, folder: '/srv/data/backups', store: null, passphrase: null, keepDays: 30 })
  expect(read({ WAYFARE_BACKUP_AT: '03:30', WAYFARE_BACKUP_FOLDER: 'there' })).toMatchObject({
    at: '03:30',
    folder: '/srv/there',
  })
})

test('a bucket is no folder, and lies at AWS unless an address is given', () => {
  const place = { WAYFARE_BACKUP_FOLDER: 's3://town/nightly/', ...keys }
  const amazon = { endpoint: 'https://s3.eu-north-1.amazonaws.com', region: 'eu-north-1', keyId: 'id', key: 'key' }
  expect(read({ ...place, WAYFARE_BACKUP_S3_REGION: 'eu-north-1' })).toMatchObject({ folder: 's3://town/nightly', store: amazon })
  expect(read({ ...place, WAYFARE_BACKUP_S3_ENDPOINT: 'http://10.0.0.4:9000/' }).store).toMatchObject({
    endpoint: 'http://10.0.0.4:9000',
    region: 'us-east-1',
  })
})

test.each([
  [{ WAYFARE_BACKUP_AT: '25:00' }, 'WAYFARE_BACKUP_AT must be a time of day, such as 03:30.'],
  [{ WAYFARE_BACKUP_AT: '3:30' }, 'WAYFARE_BACKUP_AT must be a time of day, such as 03:30.'],
  [{ WAYFARE_BACKUP_FOLDER: 's3://', ...keys }, 'WAYFARE_BACKUP_FOLDER must name a bucket, as s3://bucket/prefix.'],
  [{ WAYFARE_BACKUP_FOLDER: 's3://town' }, 'needs WAYFARE_BACKUP_S3_KEY_ID and WAYFARE_BACKUP_S3_KEY beside it.'],
  [{ WAYFARE_BACKUP_S3_KEY: 'key' }, 'WAYFARE_BACKUP_S3_KEY needs WAYFARE_BACKUP_S3_KEY_ID beside it.'],
  [{ WAYFARE_BACKUP_S3_ENDPOINT: 'store' }, 'WAYFARE_BACKUP_S3_ENDPOINT must be an address, such as https://s3.example.'],
])('refuses %o in one sentence', (env, message) => {
  expect(() => read(env as Record<string, string>)).toThrow(message)
})
