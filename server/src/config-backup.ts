// Where backups go, who can read them and how long they are kept.
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { checkTogether, onOff, text } from './config-values.ts'
import { makeStartError } from './process.ts'

const days = 'must be a whole number of days from 1 to 3650'

export const backupEnvironment = {
  WAYFARE_BACKUP_AT: text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 03:30').optional(),
  WAYFARE_BACKUP_FOLDER: text.optional(),
  WAYFARE_BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an address, such as https://s3.example' }).optional(),
  WAYFARE_BACKUP_S3_REGION: text.default('us-east-1'),
  WAYFARE_BACKUP_S3_KEY_ID: text.optional(),
  WAYFARE_BACKUP_S3_KEY: text.optional(),
  WAYFARE_BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  WAYFARE_BACKUP_KEEP_DAYS: z.coerce.number({ error: days }).int(days).min(1, days).max(3650, days).default(30),
  WAYFARE_NEW_SECRET: onOff.default(false),
}

type BackupEnvironment = { [Name in keyof typeof backupEnvironment]?: z.output<(typeof backupEnvironment)[Name]> }

/** Whether it names a bucket, as s3://bucket/prefix, and no folder. */
export const isStorePlace = (place: string): boolean => place.startsWith('s3://')

const readStore = (env: BackupEnvironment) => {
  checkTogether(env, ['WAYFARE_BACKUP_S3_KEY_ID', 'WAYFARE_BACKUP_S3_KEY'])
  const { WAYFARE_BACKUP_FOLDER: place = '', WAYFARE_BACKUP_S3_KEY_ID: keyId, WAYFARE_BACKUP_S3_KEY: key } = env
  if (keyId === undefined || key === undefined) {
    if (isStorePlace(place))
      throw makeStartError(`WAYFARE_BACKUP_FOLDER=${place} needs WAYFARE_BACKUP_S3_KEY_ID and WAYFARE_BACKUP_S3_KEY beside it.`)
    return null
  }
  const region = env.WAYFARE_BACKUP_S3_REGION ?? 'us-east-1'
  const endpoint = (env.WAYFARE_BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  return { endpoint, region, keyId, key }
}

const readFolder = (given: string | undefined, dataDir: string, cwd: string): string => {
  if (given === undefined) return join(dataDir, 'backups')
  if (!isStorePlace(given)) return resolve(cwd, given)
  if (!/^s3:\/\/[^/]+/.test(given)) throw makeStartError('WAYFARE_BACKUP_FOLDER must name a bucket, as s3://bucket/prefix.')
  return given.replace(/\/+$/, '')
}

export const readBackupConfig = (env: BackupEnvironment, dataDir: string, cwd: string) => ({
  backup: {
    /** the time of day of the city, such as 03:30, at which the server writes one; null: it writes none by itself */
    at: env.WAYFARE_BACKUP_AT ?? null,
    /** an absolute path, or s3://bucket/prefix */
    folder: readFolder(env.WAYFARE_BACKUP_FOLDER, dataDir, cwd),
    /** where s3:// leads to, and the keys for it */
    store: readStore(env),
    /** null: backups are not encrypted */
    passphrase: env.WAYFARE_BACKUP_PASSPHRASE ?? null,
    keepDays: env.WAYFARE_BACKUP_KEEP_DAYS ?? 30,
  },
  /** Whether a secret is taken that is not the one the database was made with. */
  newSecret: env.WAYFARE_NEW_SECRET ?? false,
})

type Installation = {
  backup: { folder: string; passphrase: string | null; keepDays: number }
  dataDir: string
  secret: string | null
  databaseUrl: string | null
  databaseDirectUrl: string | null
}

/** The variables by which a process beside the server finds the same town and the same place for backups. */
export const writeBackupEnvironment = ({ backup, ...town }: Installation): Record<string, string> => ({
  WAYFARE_DATA: town.dataDir,
  WAYFARE_SECRET: town.secret ?? '',
  DATABASE_URL: town.databaseUrl ?? '',
  DATABASE_DIRECT_URL: town.databaseUrl === null ? '' : (town.databaseDirectUrl ?? ''),
  WAYFARE_BACKUP_FOLDER: backup.folder,
  WAYFARE_BACKUP_PASSPHRASE: backup.passphrase ?? '',
  WAYFARE_BACKUP_KEEP_DAYS: String(backup.keepDays),
})
