import { describe, expect, it } from 'vitest'
import { findCallerProblem, makeCaller, newRiderOf, readCalling } from './caller.ts'

describe('the number of a call, in the address', () => {
  it('is read as telephone systems write it, and nothing is read of a call that hides it', () => {
    expect(readCalling('+46701234567')).toBe('+46701234567')
    expect(readCalling(' 46701234567')).toBe('+46701234567')
    expect(readCalling('tel:070-123 45 67')).toBe('070-123 45 67')
    expect(readCalling('sip:+46701234567@pbx.example')).toBe('+46701234567')
    for (const hidden of ['', 'anonymous', 'Unknown', '112']) expect(readCalling(hidden)).toBe('')
  })
})

const problem = (name: string, mobile: string) => findCallerProblem({ name, mobile }, 'SE')
const named = (name: string) => newRiderOf({ name, mobile: '1' })

describe('a caller', () => {
  it('begins with what was looked for, a number or a name', () => {
    expect(makeCaller('070 123 45 67')).toEqual({ name: '', mobile: '070 123 45 67' })
    const pasted = '\u202A+46\u00A070\u2011123\u202C'
    expect(makeCaller(pasted)).toEqual({ name: '', mobile: pasted })
    expect(makeCaller('Nour Haddad')).toEqual({ name: 'Nour Haddad', mobile: '' })
  })

  it('needs a name, and a number that can be called', async () => {
    expect(await problem(' ', '0701234567')).toMatchObject({ part: 'callerName' })
    expect(await problem('Nour', '0701')).toMatchObject({ part: 'callerMobile', problem: 'mobile_no_blank_error' })
    expect(await problem('Nour', '0701740605')).toBeNull()
  })

  it('has what is said first as the first name', () => {
    expect(named(' Nour  al Haddad ')).toMatchObject({ firstName: 'Nour', lastName: 'al Haddad' })
    expect(named('Nour')).toMatchObject({ firstName: 'Nour', lastName: '' })
  })
})
