import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const keyOf = (namedCurve: string): string =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const pem = keyOf('P-256')
const facebook = { FACEBOOK_APP_ID: '123', FACEBOOK_APP_SECRET: 'secret' }
const apple = {
  APPLE_CLIENT_ID: 'example.taxi.web, example.taxi.app',
  APPLE_TEAM_ID: 'TEAM',
  APPLE_KEY_ID: 'KEY',
  APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
}

describe('the apps at Facebook and Apple', () => {
  test('are none by default', () => {
    expect(readConfig({}).social).toEqual({ facebook: null, apple: null })
  })

  test('are read whole, a key on one line too', () => {
    const { social } = readConfig({ ...facebook, ...apple })
    expect(social.facebook).toEqual({ appId: '123', appSecret: 'secret' })
    expect(social.apple?.clientIds).toEqual(['example.taxi.web', 'example.taxi.app'])
    expect(social.apple?.privateKey.trim()).toBe(pem.trim())
  })

  test.each([
    [{ FACEBOOK_APP_ID: '123' }, 'FACEBOOK_APP_ID, FACEBOOK_APP_SECRET go together.'],
    [{ ...facebook, FACEBOOK_APP_ID: 'x' }, 'FACEBOOK_APP_ID must be a number.'],
    [{ ...apple, APPLE_KEY_ID: '' }, 'APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY go together.'],
    [{ ...apple, APPLE_PRIVATE_KEY: 'x' }, /^APPLE_PRIVATE_KEY must be the text of Apple's \.p8 file/],
    [{ ...apple, APPLE_PRIVATE_KEY: keyOf('P-384') }, /^APPLE_PRIVATE_KEY must be/],
    [{ ...facebook, NODE_ENV: 'production', TRUST_PROXY: 'loopback' }, 'send people back to PUBLIC_ORIGIN'],
  ])('are refused in one sentence when something is amiss (%#)', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })
})
