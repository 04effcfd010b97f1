// Where uploaded files are stored: in a folder, or in a store shared by several machines.
import { join, resolve } from 'node:path'
import { isStorePlace, readStore, readStorePlace, storeAddress } from './config-s3.ts'
import { text } from './config-values.ts'
import { makeStartError } from './process.ts'

const name = 'WAYFARE_FILES'
const prefix = 'WAYFARE_FILES_S3'
const isPlace = (place: string): boolean => isStorePlace(place) || !/^\w+:\/\//.test(place)

export const filesEnvironment = {
  WAYFARE_FILES: text.refine(isPlace, 'must be a folder, or s3://bucket/prefix').optional(),
  WAYFARE_FILES_S3_ENDPOINT: storeAddress.optional(),
  WAYFARE_FILES_S3_REGION: text.default('us-east-1'),
  WAYFARE_FILES_S3_KEY_ID: text.optional(),
  WAYFARE_FILES_S3_KEY: text.optional(),
}

type FilesEnvironment = Partial<Record<keyof typeof filesEnvironment, string | undefined>>

const readPlace = (given: string | undefined, ofData: string, cwd: string): string => {
  if (given === undefined) return ofData
  return isStorePlace(given) ? readStorePlace(name, given) : resolve(cwd, given)
}

export const readFilesConfig = (env: FilesEnvironment, dataDir: string, cwd: string) => {
  const ofData = join(dataDir, 'files')
  const place = readPlace(env.WAYFARE_FILES, ofData, cwd)
  const store = readStore(
    { name, prefix },
    {
      place: env.WAYFARE_FILES,
      endpoint: env.WAYFARE_FILES_S3_ENDPOINT,
      region: env.WAYFARE_FILES_S3_REGION,
      keyId: env.WAYFARE_FILES_S3_KEY_ID,
      key: env.WAYFARE_FILES_S3_KEY,
    },
  )
  // keys without a store: the files would silently stay on this machine
  if (store !== null && !isStorePlace(place)) throw makeStartError(`${prefix}_KEY_ID needs ${name}=s3://bucket/prefix beside it.`)
  return {
    /** an absolute path, or s3://bucket/prefix */
    place,
    /** the endpoint and keys of an s3:// place; null for a folder */
    store,
    /** whether it is the default place inside the data folder */
    isInData: place === ofData,
    /** whether the place was set explicitly */
    isChosen: env.WAYFARE_FILES !== undefined,
  }
}
