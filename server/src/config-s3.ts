// A bucket in a store that speaks the protocol of S3, for backups or for uploaded files: variables of the same shape, refused in the same words.
import { z } from 'zod'
import { checkTogether } from './config-values.ts'
import { makeStartError } from './process.ts'

export const storeAddress = z.url({ protocol: /^https?$/, error: 'must be an address, such as https://s3.example' })

/** Whether it names a bucket, as s3://bucket/prefix, and no folder. */
export const isStorePlace = (place: string): boolean => place.startsWith('s3://')

/** s3://bucket/prefix as it is compared and shown; `name` is the variable that gives it. */
export const readStorePlace = (name: string, place: string): string => {
  if (!/^s3:\/\/[^/]+/.test(place)) throw makeStartError(`${name} must name a bucket, as s3://bucket/prefix.`)
  return place.replace(/\/+$/, '')
}

type Given = Record<'place' | 'endpoint' | 'region' | 'keyId' | 'key', string | undefined>

/** What the variables `${prefix}_ENDPOINT` and so on say; null without keys. `name` is the variable of the place, which needs them if it is a bucket. */
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
