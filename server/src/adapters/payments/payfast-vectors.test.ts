import { describe, expect, test } from 'vitest'
import { encodePhpUrl } from './digests.ts'
import { signApiRequest } from './payfast-api.ts'
import { signPairs } from './payfast.ts'

describe('the published vectors', () => {
  const empty = ['str', 'int'].flatMap((kind) => [1, 2, 3, 4, 5].map((at) => [`custom_${kind}${at}`, ''] as const))
  const first = [
    ...Object.entries({ m_payment_id: '1234', pf_payment_id: '1221576', payment_status: 'COMPLETE', item_name: 'Order#123' }),
    ...Object.entries({ item_description: '', amount_gross: '10.00', amount_fee: '-0.23', amount_net: '9.77' }),
    ...empty,
    ...Object.entries({ name_first: 'First', name_last: 'Last', email_address: 'test@test.com', merchant_id: '10000100' }),
  ]
  const second = [
    ...Object.entries({ m_payment_id: '000000020', pf_payment_id: '1579137', payment_status: 'COMPLETE' }),
    ...Object.entries({ item_name: 'Order #000000020', item_description: '' }),
    ...Object.entries({ amount_gross: '15.00', amount_fee: '-2.30', amount_net: '12.70' }),
    ...empty,
    ...Object.entries({ name_first: 'Tom', name_last: 'Tom', email_address: 'lindley+user1@appinlet.com' }),
    ['merchant_id', '10027938'] as const,
  ]

  test('both notices of the PHP SDK have its signatures', () => {
    expect(signPairs(first, 'jt7NOE43FZPn')).toBe('ac4c3e993d31b5b9d525dc0087051437')
    expect(signPairs(second, '')).toBe('4078bca2c8987e0e0c4e7230f2f46323')
  })

  test('values are written as PHP writes them', () => {
    expect(encodePhpUrl("a b!'()*~-_.+/&=é")).toBe('a+b%21%27%28%29%2A%7E-_.%2B%2F%26%3D%C3%A9')
  })

  test('the API is signed over all variables by name, the passphrase among them', () => {
    const fields = { version: 'v1', 'merchant-id': '10000100', timestamp: '2020-04-01T12:00:01+02:00', empty: '' }
    // md5 of merchant-id=10000100&passphrase=a+b&timestamp=2020-04-01T12%3A00%3A01%2B02%3A00&version=v1
    expect(signApiRequest(fields, 'a b')).toBe('01736dc5b873daf7536e1cc29057f16d')
  })
})
