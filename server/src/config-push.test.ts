import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { pushHosts } from '@wayfare/core/push'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
const ec = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

const fcm = {
  FCM_PROJECT_ID: 'taxi-town',
  FCM_CLIENT_EMAIL: 'push@taxi-town.iam.gserviceaccount.com',
  FCM_PRIVATE_KEY: rsa.replaceAll('\n', String.raw`\n`),
}
const apns = { APNS_TEAM_ID: 'TEAM123456', APNS_KEY_ID: 'KEY1234567', APNS_PRIVATE_KEY: ec, APNS_TOPIC: 'example.taxi.rider' }

test('without a variable browsers are reached, and no app', () => {
  expect(readConfig({}).push).toEqual({ contact: null, hosts: pushHosts, fcm: null, apns: null, expo: null })
})

test('the services of apps are read whole, their keys with real line ends', () => {
  const { push } = readConfig({
    ...fcm,
    ...apns,
    APNS_SANDBOX: 'on',
    EXPO_PUSH: 'on',
    EXPO_ACCESS_TOKEN: 'a-token',
    PUSH_CONTACT: 'mailto:ops@taxi.example',
    PUSH_EXTRA_HOSTS: 'Push.example, *.up.example',
  })
  expect(push.fcm).toEqual({
    projectId: 'taxi-town',
    clientEmail: 'push@taxi-town.iam.gserviceaccount.com',
    privateKey: rsa.trim(),
  })
  expect(push.apns).toMatchObject({ teamId: 'TEAM123456', topic: 'example.taxi.rider', sandbox: true, privateKey: ec.trim() })
  expect(push).toMatchObject({ expo: { accessToken: 'a-token' }, contact: 'mailto:ops@taxi.example' })
  expect(push.hosts).toEqual([...pushHosts, 'push.example', '*.up.example'])
})

test.each([
  [{ ...fcm, FCM_PRIVATE_KEY: ec }, 'FCM_PRIVATE_KEY must be the private_key of a service account.'],
  [{ ...fcm, FCM_PRIVATE_KEY: 'secret' }, 'FCM_PRIVATE_KEY must be the private_key of a service account.'],
  [{ FCM_PROJECT_ID: 'taxi-town' }, 'FCM_PROJECT_ID needs FCM_CLIENT_EMAIL and FCM_PRIVATE_KEY beside it.'],
  [{ ...fcm, FCM_PROJECT_ID: '../x' }, 'FCM_PROJECT_ID must be the id of a Firebase project.'],
  [{ ...apns, APNS_PRIVATE_KEY: rsa }, 'APNS_PRIVATE_KEY must be the text of a .p8 file.'],
  [{ ...apns, APNS_TOPIC: '' }, 'APNS_TEAM_ID and APNS_KEY_ID and APNS_PRIVATE_KEY need APNS_TOPIC beside them.'],
  [{ ...apns, APNS_TEAM_ID: 'team' }, 'APNS_TEAM_ID must be ten letters and digits.'],
  [{ EXPO_ACCESS_TOKEN: 'x' }, 'EXPO_ACCESS_TOKEN needs EXPO_PUSH=on beside it.'],
  [{ PUSH_CONTACT: 'ops@taxi.example' }, 'PUSH_CONTACT must look like mailto:ops@taxi.example'],
  [{ PUSH_EXTRA_HOSTS: '10.0.0.1' }, 'PUSH_EXTRA_HOSTS must list host names'],
  [{ PUSH_EXTRA_HOSTS: 'localhost' }, 'PUSH_EXTRA_HOSTS must list host names'],
  [{ PUSH_EXTRA_HOSTS: 'https://push.example' }, 'PUSH_EXTRA_HOSTS must list host names'],
])('one clear sentence refuses a mistake (%#)', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})
