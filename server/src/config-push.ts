// How notices reach devices. Browsers need no configuration; an incomplete one for an app's service is refused.
import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import { pushHosts } from '@wayfare/core/push'
import type { z } from 'zod'
import { checkTogether, list, onOff, readPem, text } from './config-values.ts'
import { makeStartError } from './process.ts'

const isKey = (kind: 'rsa' | 'ec') => (value: string) => {
  try {
    return /BEGIN PRIVATE KEY/.test(value) && createPrivateKey(readPem(value)).asymmetricKeyType === kind
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

const hosts = list
  .transform((entries) => entries.map((entry) => entry.toLowerCase()))
  .refine((entries) => entries.every(isHost), 'must list host names, such as push.example,*.up.example')

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

const fcmOf = (env: Environment) => {
  const { FCM_PROJECT_ID: projectId, FCM_CLIENT_EMAIL: clientEmail, FCM_PRIVATE_KEY: key } = env
  return projectId && clientEmail && key ? { projectId, clientEmail, privateKey: readPem(key) } : null
}

const apnsOf = (env: Environment) => {
  const { APNS_TEAM_ID: teamId, APNS_KEY_ID: keyId, APNS_PRIVATE_KEY: key, APNS_TOPIC: topic, APNS_SANDBOX: sandbox } = env
  return teamId && keyId && key && topic ? { teamId, keyId, privateKey: readPem(key), topic, sandbox } : null
}

/** Null for services whose apps get no notices. */
export const readPushConfig = (env: Environment) => {
  checkTogether(env, ['FCM_PROJECT_ID', 'FCM_CLIENT_EMAIL', 'FCM_PRIVATE_KEY'])
  checkTogether(env, ['APNS_TEAM_ID', 'APNS_KEY_ID', 'APNS_PRIVATE_KEY', 'APNS_TOPIC'])
  if (env.EXPO_ACCESS_TOKEN && !env.EXPO_PUSH) throw makeStartError('EXPO_ACCESS_TOKEN needs EXPO_PUSH=on beside it.')
  return {
    /** null for the site's own address */
    contact: env.PUSH_CONTACT ?? null,
    /** hosts of browsers' push services */
    hosts: [...pushHosts, ...env.PUSH_EXTRA_HOSTS],
    fcm: fcmOf(env),
    apns: apnsOf(env),
    expo: env.EXPO_PUSH ? { accessToken: env.EXPO_ACCESS_TOKEN ?? null } : null,
  }
}
