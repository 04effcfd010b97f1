import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environment, readConfig, readSecret } from './config.ts'

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')

describe('the configuration', () => {
  test('is whole and frozen without any variable', () => {
    const config = readConfig({}, [], '/srv/wayfare')
    expect(config).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      dataDir: '/srv/wayfare/data',
      demo: true,
      demoSpeed: 4,
      databaseUrl: null,
    })
    expect([...config.roles]).toEqual(['api', 'gateway', 'dispatch', 'worker'])
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('.env.example lists the same names in the same order', () => {
    const listed = [...example.matchAll(/^#?([A-Z0-9_]+)=/gm)].map((match) => match[1])
    expect(listed).toEqual(Object.keys(environment.shape))
  })

  test('.env.example shows the values that hold without it', () => {
    const shown = Object.fromEntries([...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map((match) => [match[1], match[2]]))
    expect(readConfig(shown)).toEqual(readConfig({}))
  })

  test('an empty variable counts as none, and a flag wins over a variable', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' }).port).toBe(3000)
    const config = readConfig({ PORT: '4000', WAYFARE_ROLES: 'api' }, ['--port', '5000', '--roles', 'dispatch, worker'])
    expect(config.port).toBe(5000)
    expect([...config.roles]).toEqual(['dispatch', 'worker'])
  })

  test.each([
    [{ PORT: 'x' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '30.5' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    [{ DATABASE_DIRECT_URL: 'postgres://x/y' }, 'DATABASE_DIRECT_URL needs DATABASE_URL beside it.'],
    [{ DATABASE_REPLICA_URL: 'postgres://x/y' }, 'DATABASE_REPLICA_URL needs DATABASE_URL beside it.'],
    [{ WAYFARE_DEMO: 'maybe' }, 'WAYFARE_DEMO must be one of: on, off.'],
    [{ WAYFARE_DEMO_SPEED: '9' }, 'WAYFARE_DEMO_SPEED must be a number from 1 to 6.'],
    [{ WAYFARE_CURRENCY: 'zar' }, 'WAYFARE_CURRENCY must be a currency by its ISO 4217 code, such as EUR.'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be one of: development, test, production.'],
    [{ WAYFARE_SECRET: 'short' }, 'WAYFARE_SECRET must have at least 32 characters.'],
    [{ PUBLIC_ORIGIN: 'taxi.example' }, 'PUBLIC_ORIGIN must be an address without a path, like https://taxi.example.'],
    [{ PUBLIC_ORIGIN: 'https://taxi.example/app' }, 'PUBLIC_ORIGIN must be an address without a path'],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY must list the proxies' addresses/],
    [{ TRUST_PROXY: '1' }, /^TRUST_PROXY must list the proxies' addresses/],
    [{ TRUST_PROXY: '10.0.0.0/99' }, /^TRUST_PROXY must list the proxies' addresses/],
    [{ WAYFARE_DEMOO: 'off' }, 'There is no variable WAYFARE_DEMOO: is WAYFARE_DEMO meant? .env.example lists all of them.'],
    [{ WAYFARE_COLOUR: 'red' }, 'There is no variable WAYFARE_COLOUR: .env.example lists all of them.'],
    [{ TRUST_PROXI: 'loopback' }, 'There is no variable TRUST_PROXI: is TRUST_PROXY meant?'],
    [{ DATABSE_URL: 'postgres://x/y' }, 'There is no variable DATABSE_URL: is DATABASE_URL meant?'],
    [{ WAYFARE_BUS: 'redis' }, 'WAYFARE_BUS must be one of: local, postgres, nats.'],
    [
      { WAYFARE_BUS: 'postgres', WAYFARE_SECRET: 'x'.repeat(32) },
      'WAYFARE_BUS=postgres needs DATABASE_URL beside it: several processes share one PostgreSQL of your own.',
    ],
    [
      { WAYFARE_BUS: 'postgres', DATABASE_URL: 'postgres://db/town' },
      'WAYFARE_BUS=postgres needs WAYFARE_SECRET beside it: all processes sign with the same secret.',
    ],
    [
      { WAYFARE_BUS: 'nats', DATABASE_URL: 'postgres://db/town', WAYFARE_SECRET: 'x'.repeat(32) },
      'WAYFARE_BUS=nats needs NATS_URL beside it, such as nats://user:password@nats.example:4222.',
    ],
    [
      { WAYFARE_BUS: 'nats', NATS_URL: 'nats://one:4222', WAYFARE_SECRET: 'x'.repeat(32) },
      'WAYFARE_BUS=nats needs DATABASE_URL beside it: several processes share one PostgreSQL of your own.',
    ],
    [
      { WAYFARE_BUS: 'postgres', NATS_URL: 'nats://one:4222' },
      'NATS_URL needs WAYFARE_BUS=nats beside it: processes that hear of one another over NATS are several.',
    ],
    [{ NATS_URL: 'nats://one:4222,http://two' }, /^NATS_URL must be addresses, such as nats:/],
    [{ WAYFARE_ROLES: 'api,cook' }, 'WAYFARE_ROLES must be one of: api, gateway, dispatch, worker.'],
  ])('refuses %j in one sentence', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  test('an unknown flag is refused with the known ones', () => {
    expect(() => readConfig({}, ['--prot', '1'])).toThrow('Known: --port, --host, --roles.')
  })
})

const smsLimitsOf = (SMS_DIAL_CODES: string) => readConfig({ SMS_DIAL_CODES }).smsLimits

describe('codes by SMS', () => {
  test('go to dial codes written with and without a plus sign, and to real ones only', () => {
    expect(readConfig({}).smsLimits).toEqual({ dialCodes: [], perDialCode: 1000 })
    expect(smsLimitsOf(' 46, +47')).toEqual({ dialCodes: ['46', '47'], perDialCode: 1000 })
    for (const bad of ['0', '46;47', 'SE', '999']) expect(() => smsLimitsOf(bad)).toThrow('SMS_DIAL_CODES must list dial codes')
    expect(() => readConfig({ SMS_PER_DIAL_CODE: '1.5' })).toThrow('SMS_PER_DIAL_CODE must be a whole number')
  })
})

test('variables of other programs and of commands beside the server are left alone', () => {
  const others = { POST: 'x', HOSTS: 'x', WAYFARE_ADMIN_PASSWORD: 'x', WAYFARE_STUB_STRIPE: '1', PGHOST: 'x', HOME: '/root' }
  expect(readConfig(others)).toEqual(readConfig({}))
  const two = { DATABASE_URL: 'postgres://x/y', DATABASE_URI: 'mysql://x/y' }
  expect(readConfig(two).databaseUrl).toBe('postgres://x/y')
})

describe('production', () => {
  const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://taxi.example/' }

  test('has no demo, also when asked for one', () => {
    expect(readConfig(production)).toMatchObject({ demo: false, isProduction: true, publicOrigin: 'https://taxi.example' })
    expect(() => readConfig({ ...production, WAYFARE_DEMO: 'on' })).toThrow('refused in production')
  })

  test('needs an https origin or a trusted proxy', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('In production set PUBLIC_ORIGIN')
    expect(() => readConfig({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'http://taxi.example' })).toThrow(
      'In production set PUBLIC_ORIGIN',
    )
    const behindProxy = readConfig({ NODE_ENV: 'production', TRUST_PROXY: 'loopback, 10.0.0.0/8' })
    expect(behindProxy).toMatchObject({ trustProxy: 'loopback,10.0.0.0/8', isHttps: true })
    expect(readConfig({}).isHttps).toBe(false)
  })

  test('takes no keys of payment providers without our own address, which they lead people back to', () => {
    const keys = { PAY_STRIPE_SECRET_KEY: 'x', NODE_ENV: 'production', TRUST_PROXY: 'loopback' }
    expect(() => readConfig(keys)).toThrow('In production PAY_STRIPE_… needs PUBLIC_ORIGIN beside it')
    expect(readConfig({ ...keys, ...production }).payments).toMatchObject({ stripe: { keys: { SECRET_KEY: 'x' } } })
  })
})

describe('the secret', () => {
  test('is made once, is long, and is for the owner only', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wf-secret-'))
    const secret = readSecret({ secret: null, dataDir })
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(readSecret({ secret: null, dataDir })).toBe(secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    writeFileSync(join(dataDir, 'secret'), 'x')
    expect(() => readSecret({ secret: null, dataDir })).toThrow('is damaged')
    expect(readSecret({ secret: 'given', dataDir })).toBe('given')
    rmSync(dataDir, { recursive: true })
  })
})
