// Where backups go, whether they are encrypted, and how long they are kept.
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isStorePlace, readStore, readStorePlace, storeAddress } from './config-s3.ts'
import { onOff, text } from './config-values.ts'

const days = 'must be a whole number of days from 1 to 3650'

export const backupEnvironment = {
  WAYFARE_BACKUP_AT: text.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 03:30').optional(),
  WAYFARE_BACKUP_FOLDER: text.optional(),
  WAYFARE_BACKUP_S3_ENDPOINT: storeAddress.optional(),
  WAYFARE_BACKUP_S3_REGION: text.default('us-east-1'),
  WAYFARE_BACKUP_S3_KEY_ID: text.optional(),
  WAYFARE_BACKUP_S3_KEY: text.optional(),
  WAYFARE_BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  WAYFARE_BACKUP_KEEP_DAYS: z.coerce.number({ error: days }).int(days).min(1, days).max(3650, days).default(30),
  WAYFARE_NEW_SECRET: onOff.default(false),
}

type BackupEnvironment = { [Name in keyof typeof backupEnvironment]?: z.output<(typeof backupEnvironment)[Name]> }

const readBackupStore = (env: BackupEnvironment) =>
  readStore(
    { name: 'WAYFARE_BACKUP_FOLDER', prefix: 'WAYFARE_BACKUP_S3' },
    {
      place: env.WAYFARE_BACKUP_FOLDER,
      endpoint: env.WAYFARE_BACKUP_S3_ENDPOINT,
      region: env.WAYFARE_BACKUP_S3_REGION,
      keyId: env.WAYFARE_BACKUP_S3_KEY_ID,
      key: env.WAYFARE_BACKUP_S3_KEY,
    },
  )

const readFolder = (given: string | undefined, dataDir: string, cwd: string): string => {
  if (given === undefined) return join(dataDir, 'backups')
  return isStorePlace(given) ? readStorePlace('WAYFARE_BACKUP_FOLDER', given) : resolve(cwd, given)
}

export const readBackupConfig = (env: BackupEnvironment, dataDir: string, cwd: string) => ({
  backup: {
    /** the city's time of day, such as 03:30, at which the server makes a backup; null for none */
    at: env.WAYFARE_BACKUP_AT ?? null,
    /** an absolute path, or s3://bucket/prefix */
    folder: readFolder(env.WAYFARE_BACKUP_FOLDER, dataDir, cwd),
    /** the endpoint and keys of s3:// places */
    store: readBackupStore(env),
    /** null if backups are not encrypted */
    passphrase: env.WAYFARE_BACKUP_PASSPHRASE ?? null,
    keepDays: env.WAYFARE_BACKUP_KEEP_DAYS ?? 30,
  },
  /** Whether to accept a secret other than the one the database was made with. */
  newSecret: env.WAYFARE_NEW_SECRET ?? false,
})

type Installation = {
  backup: { folder: string; passphrase: string | null; keepDays: number }
  files: { place: string }
  dataDir: string
  secret: string | null
  databaseUrl: string | null
  databaseDirectUrl: string | null
}

/** The variables that let a child process find the same installation and backups. */
export const writeBackupEnvironment = ({ backup, files, ...town }: Installation): Record<string, string> => ({
  WAYFARE_DATA: town.dataDir,
  WAYFARE_SECRET: town.secret ?? '',
  DATABASE_URL: town.databaseUrl ?? '',
  DATABASE_DIRECT_URL: town.databaseUrl === null ? '' : (town.databaseDirectUrl ?? ''),
  WAYFARE_FILES: files.place,
  WAYFARE_BACKUP_FOLDER: backup.folder,
  WAYFARE_BACKUP_PASSPHRASE: backup.passphrase ?? '',
  WAYFARE_BACKUP_KEEP_DAYS: String(backup.keepDays),
})
