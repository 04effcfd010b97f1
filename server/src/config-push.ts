// Promise: by what notices reach devices. Browsers need nothing; half a configuration of an app's service is refused.
import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { pushHosts } from '@wayfare/core/push'
import { z } from 'zod'
import { makeStartError } from './process.ts'

const text = z.string().trim().min(1)

/** Line ends may be written as \n, since many environments hold one line only. */
const keyOf = (value: string): string => value.replaceAll(String.raw`\n`, '\n').trim()

const isKey = (kind: 'rsa' | 'ec') => (value: string) => {
  try {
    return /BEGIN PRIVATE KEY/.test(value) && createPrivateKey(keyOf(value)).asymmetricKeyType === kind
  } catch {
    return false
  }
}

const isContact = (value: string): boolean =>
  /^mailto:[^\s@]+@[^\s@]+$/.test(value) || (/^https:\/\/[^\s/]+/.test(value) && URL.canParse(value))

const isHost = (entry: string): boolean => {
  const name = entry.replace(/^\*\./, '')
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) && isIP(name) === 0
}

const hosts = text
  .transform((list) => list.split(',').map((entry) => entry.trim().toLowerCase()))
  .refine((list) => list.every(isHost), 'must list host names, such as push.example,*.up.example')

const onOff = z.enum(['on', 'off']).transform((word) => word === 'on')

export const pushEnvironment = {
  PUSH_CONTACT: text.refine(isContact, 'must look like mailto:ops@taxi.example or https://taxi.example').optional(),
  PUSH_EXTRA_HOSTS: hosts.default(() => []),
  FCM_PROJECT_ID: text.regex(/^[a-z0-9-]{4,40}$/, 'must be the id of a Firebase project').optional(),
  FCM_CLIENT_EMAIL: text.regex(/^[^\s@]+@[^\s@]+$/, 'must be the address of a service account').optional(),
  FCM_PRIVATE_KEY: text.refine(isKey('rsa'), 'must be the private_key of a service account').optional(),
  APNS_TEAM_ID: text.regex(/^[A-Z0-9]{10}$/, 'must be ten letters and digits').optional(),
  APNS_KEY_ID: text.regex(/^[A-Z0-9]{10}$/, 'must be ten letters and digits').optional(),
  APNS_PRIVATE_KEY: text.refine(isKey('ec'), 'must be the text of a .p8 file').optional(),
  APNS_TOPIC: text.regex(/^[\w.-]{3,155}$/, 'must be the bundle id of an app').optional(),
  APNS_SANDBOX: onOff.default(false),
  EXPO_PUSH: onOff.default(false),
  EXPO_ACCESS_TOKEN: text.optional(),
}

type Environment = z.infer<z.ZodObject<typeof pushEnvironment>>

export type PushConfig = Readonly<{
  /** null: the site's own address */
  contact: string | null
  /** of browsers' push services */
  hosts: readonly string[]
  fcm: Readonly<{ projectId: string; clientEmail: string; privateKey: string }> | null
  apns: Readonly<{ teamId: string; keyId: string; privateKey: string; topic: string; sandbox: boolean }> | null
  expo: Readonly<{ accessToken: string | null }> | null
}>

const checkTogether = (env: Environment, names: readonly (keyof Environment)[]): void => {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return
  const given = names.filter((name) => env[name] !== undefined)
  throw makeStartError(
    `${given.join(' and ')} ${given.length > 1 ? 'need' : 'needs'} ${missing.join(' and ')} beside ${given.length > 1 ? 'them' : 'it'}.`,
  )
}

const fcmOf = (env: Environment): PushConfig['fcm'] => {
  const { FCM_PROJECT_ID: projectId, FCM_CLIENT_EMAIL: clientEmail, FCM_PRIVATE_KEY: key } = env
  return projectId && clientEmail && key ? { projectId, clientEmail, privateKey: keyOf(key) } : null
}

const apnsOf = (env: Environment): PushConfig['apns'] => {
  const { APNS_TEAM_ID: teamId, APNS_KEY_ID: keyId, APNS_PRIVATE_KEY: key, APNS_TOPIC: topic, APNS_SANDBOX: sandbox } = env
  return teamId && keyId && key && topic ? { teamId, keyId, privateKey: keyOf(key), topic, sandbox } : null
}

export const readPushConfig = (env: Environment): PushConfig => {
  checkTogether(env, ['FCM_PROJECT_ID', 'FCM_CLIENT_EMAIL', 'FCM_PRIVATE_KEY'])
  checkTogether(env, ['APNS_TEAM_ID', 'APNS_KEY_ID', 'APNS_PRIVATE_KEY', 'APNS_TOPIC'])
  if (env.EXPO_ACCESS_TOKEN && !env.EXPO_PUSH) throw makeStartError('EXPO_ACCESS_TOKEN needs EXPO_PUSH=on beside it.')
  return {
    contact: env.PUSH_CONTACT ?? null,
    hosts: [...pushHosts, ...env.PUSH_EXTRA_HOSTS],
    fcm: fcmOf(env),
    apns: apnsOf(env),
    expo: env.EXPO_PUSH ? { accessToken: env.EXPO_ACCESS_TOKEN ?? null } : null,
  }
}
