// The vendor's license service, if there is one. It must use https or run on this machine.
import type { z } from 'zod'
import { text } from './config-values.ts'

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

/** Null without a license service, in which case nothing is checked. `createTime` is null to use the time of each request. */
export const readLicenseConfig = ({ LICENSE_URL: url, LICENSE_PROJECT_ID, LICENSE_CREATE_TIME }: Environment) =>
  url === undefined ? null : { url, projectId: LICENSE_PROJECT_ID, createTime: LICENSE_CREATE_TIME ?? null }
