import { describe, expect, test } from 'vitest'
import { payulatam, signValues } from './payulatam.ts'

describe('the published vectors', () => {
  const keys = { apiKey: '4Vj8eK4rloUd272L48hsrarnUA' }
  const withSecret = { ...keys, secretKey: 'test123' }
  const merchant = '508029'

  test('the form is signed in any of four ways', () => {
    const values = [merchant, 'TestPayU', '20000', 'COP']
    expect(signValues('MD5', keys, values)).toBe('7ee7cf808ce6a39b17481c54f2c57acc')
    expect(signValues('SHA', keys, values)).toBe('fa890d3f94e12b5cdb62e8771453b99b78e7ccdc')
    expect(signValues('SHA256', keys, values)).toBe('af3899a22336b79db46006491d15813158826f944599bf3bf601e2327f898022')
    expect(signValues('HMAC-SHA256', keys, values)).toBe('eaf61598d5593b366086c9a00aa5746ccad1a6e9b209a1a242fce224202b2b36')
  })

  test('a confirmation is signed over the value without a zero at its end', async () => {
    const adapter = payulatam.make({ keys: { ...keys, merchantId: merchant }, mode: 'sandbox', now: () => new Date() })
    const tell = (value: string, signedValue: string) => {
      const sign = signValues('MD5', keys, [merchant, 'WF7K2M9Q4X', signedValue, 'COP', '4'])
      const form = { merchant_id: merchant, reference_sale: 'WF7K2M9Q4X', value, currency: 'COP', state_pol: '4', sign }
      const body = Buffer.from(new URLSearchParams(form).toString())
      return adapter.readNotice({ method: 'POST', query: new URLSearchParams(), headers: {}, body, ip: '127.0.0.1' })
    }
    const values = {
      '150.00': '150.0',
      '150.20': '150.2',
      '150.26': '150.26',
      '150.0': '150.0',
      '200': '200',
      '150.05': '150.05',
    }
    for (const [value, signedValue] of Object.entries(values))
      expect([value, await tell(value, signedValue)]).toMatchObject([value, { paymentId: 'WF7K2M9Q4X' }])
    expect(await tell('150.00', '150.00')).toBeNull()
    const approved = [merchant, 'TestPayU05', '150.26', 'USD', '4']
    expect(signValues('MD5', keys, approved)).toBe('1d95778a651e11a0ab93c2169a519cd6')
    const whole = [merchant, 'PayUTest01', '150.0', 'USD', '4']
    expect(signValues('HMAC-SHA256', withSecret, whole)).toBe('65fb2b3452572784e23e7d6480359fd2507c54dd285ca3c4dceffb8764cfb66f')
  })

  test('the hash that the page prints for a declined payment belongs to an approved one', () => {
    const [approved, declined] = ['4', '6'].map((state) => [merchant, 'TestPayU04', '150.0', 'USD', state])
    expect(signValues('MD5', keys, approved ?? [])).toBe('b607a2c2fa100e0947b206d41864fb86')
    expect(signValues('MD5', keys, declined ?? [])).toBe('df67936f918887b2aa31688a77a10fe1')
  })

  test('the responses are signed with the secret key of HMAC', () => {
    const [even, odd] = ['150.2', '150.4'].map((value) => [merchant, 'PayUTest01', value, 'USD', '6'])
    const [first, second] = [even, odd].map((values) => signValues('HMAC-SHA256', withSecret, values ?? []))
    expect(first).toBe('5ac639cc57ea3ceccef66243f7a20412ea4ae0c86b5121ca6aa67597266057d1')
    expect(second).toBe('7bbb5dd21b3c668bbfec8455c4f4fd3887dff1caa9c5da3895ddd914065b4905')
  })
})
