// Promise: where the vendor's license service is, if there is one; it is asked only over https, or on this machine.
import { z } from 'zod'

const text = z.string().trim().min(1)

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const isPrivate = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))
}

export const licenseEnvironment = {
  LICENSE_URL: text.refine(isPrivate, 'must be an https address, or an http address of this machine').optional(),
  LICENSE_PROJECT_ID: text.default('wayfare'),
  LICENSE_CREATE_TIME: text.optional(),
}

type Environment = z.infer<z.ZodObject<typeof licenseEnvironment>>

/** `createTime` null: the time of each question. */
export type LicenseConfig = Readonly<{ url: string; projectId: string; createTime: string | null }>

/** Null: no license service, and no check anywhere. */
export const readLicenseConfig = (env: Environment): LicenseConfig | null =>
  env.LICENSE_URL === undefined
    ? null
    : { url: env.LICENSE_URL, projectId: env.LICENSE_PROJECT_ID, createTime: env.LICENSE_CREATE_TIME ?? null }
