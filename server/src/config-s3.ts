// A bucket in an S3-compatible store, for backups or uploaded files: the same variables and messages for both.
import { z } from 'zod'
import { checkTogether } from './config-values.ts'
import { makeStartError } from './process.ts'

export const storeAddress = z.url({ protocol: /^https?$/, error: 'must be an address, such as https://s3.example' })

/** True for s3://bucket/prefix, false for a folder. */
export const isStorePlace = (place: string): boolean => place.startsWith('s3://')

/** Normalises s3://bucket/prefix for comparison and display; `name` is the variable it comes from. */
export const readStorePlace = (name: string, place: string): string => {
  if (!/^s3:\/\/[^/]+/.test(place)) throw makeStartError(`${name} must name a bucket, as s3://bucket/prefix.`)
  return place.replace(/\/+$/, '')
}

type Given = Record<'place' | 'endpoint' | 'region' | 'keyId' | 'key', string | undefined>

/** Reads `${prefix}_ENDPOINT` and so on; null without keys, which a bucket needs. `name` is the variable of the place. */
export const readStore = ({ name, prefix }: { name: string; prefix: string }, given: Given) => {
  const { place, region = 'us-east-1', keyId, key } = given
  checkTogether({ [`${prefix}_KEY_ID`]: keyId, [`${prefix}_KEY`]: key }, [`${prefix}_KEY_ID`, `${prefix}_KEY`])
  if (keyId === undefined || key === undefined) {
    if (place !== undefined && isStorePlace(place))
      throw makeStartError(`${name}=${place} needs ${prefix}_KEY_ID and ${prefix}_KEY beside it.`)
    return null
  }
  const endpoint = (given.endpoint ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')
  return { endpoint, region, keyId, key }
}
