// SecurePay's REST API, version 2: an access token of the client, then calls under a key that makes each of them happen once.
import { readField, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { ProviderOptions } from '../ports-payments.ts'
import { askProvider, askProviderJson, readJson } from './request.ts'

export const hostsOf = {
  sandbox: { api: 'https://payments-stest.npe.auspost.zone', token: 'https://welcome.api2.sandbox.auspost.com.au' },
  live: { api: 'https://payments.auspost.net.au', token: 'https://welcome.api2.auspost.com.au' },
} as const
const audience = 'https://api.payments.auspost.com.au'
/** A charge waits for the bank. */
const chargeTimeoutMs = 40_000
/** A token is renewed so long before its end. */
const marginMs = 60_000

export const makeSecurepayApi = (options: ProviderOptions) => {
  const { keys, mode, now, origin } = options
  let access: { token: string; until: number } | null = null

  const signIn = async (): Promise<string> => {
    if (access && access.until > now().getTime()) return access.token
    const { json } = await askProviderJson({
      url: `${origin ?? hostsOf[mode].token}/oauth/token`,
      headers: { authorization: `Basic ${Buffer.from(`${keys['clientId']}:${keys['clientSecret']}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', audience }),
    })
    const [token, seconds] = [readText(json, 'access_token'), readField(json, 'expires_in')]
    if (token === null) throw makeOutage('unavailable', 'SecurePay gave no access token')
    const lastsMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : 0
    access = { token, until: now().getTime() + lastsMs - marginMs }
    return token
  }

  const send = async (path: string, body: object, once: string) =>
    askProvider({
      url: `${origin ?? hostsOf[mode].api}/v2${path}`,
      headers: { authorization: `Bearer ${await signIn()}`, 'idempotency-key': once },
      body: { ...body, merchantCode: keys['merchantCode'] },
      timeoutMs: chargeTimeoutMs,
      answers: [400, 401, 422],
    })

  return {
    signIn: async (): Promise<void> => void (await signIn()),
    /** `once`: the same for each try of one thing. Null: it will not do this, whoever asks and however often. */
    post: async (path: string, body: object, once: string): Promise<unknown> => {
      let { status, text } = await send(path, body, once)
      if (status === 401) {
        // the access token was taken back before its time
        access = null
        ;({ status, text } = await send(path, body, once))
      }
      if (status === 401) throw makeOutage('forbidden', 'the provider answered 401')
      return status >= 400 ? null : readJson(text)
    },
  }
}
export type SecurepayApi = ReturnType<typeof makeSecurepayApi>
