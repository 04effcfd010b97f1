// Facebook, Apple and Stripe on this machine: the stubs that the server's own tests use, for the whole run.
import { fileURLToPath } from 'node:url'
import type { Page, Route } from '@playwright/test'

type Stub = { port: number; close: () => Promise<void> }
type Facebook = Stub & { app: { appId: string; appSecret: string } }
type Stripe = Stub & { app: StripeKeys }
type Payfast = Stub & { app: { merchantId: string; merchantKey: string; passphrase: string } }
type Apple = Stub & { app: { clientIds: string[]; teamId: string; keyId: string; privateKey: string } }

/** What an operator has of Stripe. */
export type StripeKeys = { secretKey: string; webhookSecret: string }

/** What the server process needs so that it meets the stubs under the providers' names. */
export type Launch = { args: string[]; env: Record<string, string> }

const stubs = new URL('../server/test/stubs/', import.meta.url)

/** The stubs are test code of the server, which nothing here may import; they are loaded by their address. */
const load = async (name: string): Promise<Record<string, () => Promise<unknown>>> =>
  (await import(new URL(`${name}.ts`, stubs).href)) as Record<string, () => Promise<unknown>>

export const startProviders = async (): Promise<{ launch: Launch; stop: () => Promise<void> }> => {
  const facebook = (await (await load('facebook'))['startFacebook']?.()) as Facebook
  const apple = (await (await load('apple'))['startApple']?.()) as Apple
  const stripe = (await (await load('stripe'))['startStripe']?.()) as Stripe
  const ports = {
    WAYFARE_STUB_FACEBOOK: String(facebook.port),
    WAYFARE_STUB_APPLE: String(apple.port),
    WAYFARE_STUB_STRIPE: String(stripe.port),
  }
  // the tests' processes start after this and inherit where the stubs are
  Object.assign(process.env, ports, { WAYFARE_STUB_STRIPE_KEYS: JSON.stringify(stripe.app) })
  const env = {
    ...ports,
    FACEBOOK_APP_ID: facebook.app.appId,
    FACEBOOK_APP_SECRET: facebook.app.appSecret,
    APPLE_CLIENT_ID: apple.app.clientIds.join(','),
    APPLE_TEAM_ID: apple.app.teamId,
    APPLE_KEY_ID: apple.app.keyId,
    APPLE_PRIVATE_KEY: apple.app.privateKey,
  }
  const preload = fileURLToPath(new URL('preload.mjs', stubs))
  const stop = async () => {
    await Promise.all([facebook.close(), apple.close(), stripe.close()])
  }
  return { launch: { args: ['--import', preload], env }, stop }
}

const visit =
  (port: string | undefined) =>
  async (route: Route): Promise<void> => {
    const { pathname, search } = new URL(route.request().url())
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`)
    await route.fulfill({ status: answer.status, contentType: 'text/html; charset=utf-8', body: await answer.text() })
  }

/** From this window the providers' pages are the stubs'. */
export const meetProviders = async (page: Page): Promise<void> => {
  await page.route('https://*.facebook.com/**', visit(process.env['WAYFARE_STUB_FACEBOOK']))
  await page.route('https://appleid.apple.com/**', visit(process.env['WAYFARE_STUB_APPLE']))
}

/** PayFast takes rand only: what a product of its own needs to count in them and to be paid there. */
export const startPayfast = async (): Promise<{ launch: Launch; stop: () => Promise<void> }> => {
  const payfast = (await (await load('payfast'))['startPayfast']?.()) as Payfast
  const { app, port, close } = payfast
  const env = {
    WAYFARE_CURRENCY: 'ZAR',
    PAY_PAYFAST_MODE: 'sandbox',
    PAY_PAYFAST_ORIGIN: `http://127.0.0.1:${port}`,
    PAY_PAYFAST_MERCHANT_ID: app.merchantId,
    PAY_PAYFAST_MERCHANT_KEY: app.merchantKey,
    PAY_PAYFAST_PASSPHRASE: app.passphrase,
  }
  return { launch: { args: [], env }, stop: close }
}

/** The keys that are entered on our page of providers. */
export const stripeKeys = (): StripeKeys => JSON.parse(process.env['WAYFARE_STUB_STRIPE_KEYS'] ?? '{}') as StripeKeys

/** What an operator does in Stripe's dashboard: its notices go to this address. */
export const setStripeWebhook = async (url: string): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${process.env['WAYFARE_STUB_STRIPE']}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripeKeys().secretKey}` },
    body: new URLSearchParams({ url }),
  })
  if (!answer.ok) throw new Error(`the stub of Stripe did not take the address: ${answer.status}`)
}
