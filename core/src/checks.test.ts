import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkComplexPassword,
  checkEmail,
  checkName,
  checkOtp,
  checkPassword,
  checkPlainEmail,
  checkSignIn,
  checkStops,
  checkTrip,
  checkTripDate,
  checkVehicle,
  hasSameNames,
  isEmail,
  isSameName,
} from './checks.ts'
import { computeDestination } from './geo.ts'
import { checkRegistration } from './registration.ts'

const anna = {
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.com',
  password: 'secret1',
  dialCode: '46',
  mobile: '701234567',
}
const pickup = { lat: 57.69975, lng: 11.95245 }
const drop = { lat: 57.69692, lng: 11.98685 }
const now = 1_700_000_000_000
const minutes = 60_000

describe('the address of a profile', () => {
  it.each([' anna.b_1%+-@example.com ', 'A@example.com'])('may be %j', (email) => expect(checkPlainEmail(email)).toBeNull())
  it.each(['åsa@example.com', 'a!b@example.com', '!anna@example.com', '@example.com', 'anna', ''])('is not %j', (email) =>
    expect(checkPlainEmail(email)).toBe('proper_email'),
  )
  it('has room for 254 characters', () => {
    const addresses = [254, 255].map((length) => `${'a'.repeat(length - 12)}@example.com`)
    expect(addresses.map(isEmail)).toEqual([true, false])
  })
})

describe('two names', () => {
  it('are the same whatever their capitals, spaces and coding', () => {
    expect(isSameName(' Airport  Run ', 'airport run')).toBe(true)
    expect(isSameName('A\u030asa', 'ÅSA')).toBe(true)
    expect([isSameName('Airport run', 'Airportrun'), isSameName('a', 'b')]).toEqual([false, false])
  })
  it('are found in a list', () => {
    expect([hasSameNames(['a', 'b', ' A']), hasSameNames(['a', 'b']), hasSameNames([])]).toEqual([true, false, false])
  })
})

describe('signing in', () => {
  it('needs an e-mail address and a password', () => {
    expect(checkSignIn({ email: ' anna@example.com ', password: 'x' })).toBeNull()
    for (const email of ['', 'anna', 'anna@', '@example.com'])
      expect(checkSignIn({ email, password: 'x' })).toBe('login_validate_error')
    expect(checkSignIn({ email: 'anna@example.com', password: '' })).toBe('login_validate_error')
  })
})

describe('registering', () => {
  it('passes with everything in order', () => {
    expect(checkRegistration(anna)).toBeNull()
  })

  it.each([
    [{ firstName: ' ' }, 'proper_input_name'],
    [{ lastName: '\t' }, 'proper_input_name'],
    [{ email: 'anna@example' }, 'proper_email'],
    [{ password: '' }, 'password_blank_messege'],
    [{ password: 'short' }, 'password_alphaNumeric_check'],
    [{ mobile: '12345' }, 'mobile_no_blank_error'],
    [{ mobile: '000000' }, 'mobile_no_blank_error'],
    [{ dialCode: '999' }, 'mobile_no_blank_error'],
    [{ firstName: 'Anna\r\nBcc: all@example.com' }, 'proper_input_name'],
  ])('with %j is told %s', (change, key) => {
    expect(checkRegistration({ ...anna, ...change })).toBe(key)
  })

  it('names the first problem of several', () => {
    expect(checkRegistration({ firstName: '', lastName: '', email: '', password: '', dialCode: '', mobile: '' })).toBe(
      'proper_input_name',
    )
    expect(checkRegistration({ ...anna, password: '', mobile: '' })).toBe('password_blank_messege')
  })
})

describe('a vehicle', () => {
  it('has a make, a model, a plate and a car type', () => {
    const car = { vehicleMake: 'Volvo', vehicleModel: 'V60', vehicleNumber: 'ABC 12D', carType: 'city' }
    expect(checkVehicle(car)).toBeNull()
    for (const part of ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'carType'])
      expect(checkVehicle({ ...car, [part]: ' ' })).toBe('vehicle_incomplete')
    expect(checkVehicle({ ...car, vehicleNumber: 'ABC\r\n12D' })).toBe('vehicle_incomplete')
  })
})

describe('a name', () => {
  it('needs one character that is not blank, in any script', () => {
    for (const name of ['Å', 'أحمد', '李', ' x ']) expect(checkName(name)).toBeNull()
    for (const name of ['', ' ', '\u00a0', '\n', '\u200b']) expect(checkName(name)).toBe('proper_input_name')
    // the fillers of Hangul, Braille without a dot, and marks that only change what stands before them
    for (const name of ['\u3164', '\uffa0\u115f', '\u2800 \u2800', '\ufe0f', '\u034f'])
      expect(checkName(name)).toBe('proper_input_name')
    for (const name of ['김\u3164', '❤\ufe0f']) expect(checkName(name)).toBeNull()
  })

  it('stays on its line and does not turn the text around it', () => {
    for (const name of ['a\nb', 'a\rb', 'a\u0000', 'a\u2028b', 'a\u202eb', 'a\u2066b'])
      expect(checkName(name)).toBe('proper_input_name')
    // joiners are part of the spelling of names in Persian and in Indian scripts
    for (const name of ['علی\u200cرضا', 'क्\u200dष', "O'Brien-Smith"]) expect(checkName(name)).toBeNull()
  })
})

describe('an e-mail address', () => {
  it.each(['a@b.se', "o'neil+tag@mail.example.co.uk", 'A.B_C-1@x-y.example', ' padded@example.com '])('may be %j', (email) => {
    expect(checkEmail(email)).toBeNull()
  })

  it.each([
    '',
    'a b@c.se',
    'a@b',
    'a@b.c',
    'a@-b.se',
    'a@b-.se',
    'a@b..se',
    'a@@b.se',
    '<a@b.se>',
    'a@b.se\r\nBcc: x@y.se',
    `${'a'.repeat(250)}@b.se`,
  ])('is not %j', (email) => {
    expect(checkEmail(email)).toBe('proper_email')
  })

  it('never holds what could break out of a mail header', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('\r', '\n', '<', '>', ',', ' '), fc.string(), (before, sign, after) => {
        expect(isEmail(`a${before}${sign}${after}@example.com`)).toBe(false)
      }),
    )
  })

  it('is judged without going back and forth, however long it is', () => {
    expect(isEmail(`a@${'a-'.repeat(120)}`)).toBe(false)
    expect(isEmail(`a@${'a.'.repeat(5_000_000)}`)).toBe(false)
  })
})

describe('a password', () => {
  it('has 6 to 30 letters, digits, @, * and #', () => {
    for (const password of ['abcdef', 'A1@*#z', 'x'.repeat(30)]) expect(checkPassword(password)).toBeNull()
    for (const password of ['abcde', 'x'.repeat(31), 'abc def', 'åäöåäö', 'abcdef!', 'abcdef\n'])
      expect(checkPassword(password)).toBe('password_alphaNumeric_check')
    expect(checkPassword('')).toBe('password_blank_messege')
  })

  it('has 8 to 128 characters of any kind under the modern rule', () => {
    for (const password of ['abc def!', 'åäöåäöåä', '🚕'.repeat(8), 'x'.repeat(128)])
      expect(checkPassword(password, 'modern')).toBeNull()
    for (const password of ['abcdefg', '🚕'.repeat(7), 'x'.repeat(129)])
      expect(checkPassword(password, 'modern')).toBe('password_length')
    expect(checkPassword('', 'modern')).toBe('password_blank_messege')
    expect(checkRegistration({ ...anna, password: 'with space' }, 'modern')).toBeNull()
    expect(checkRegistration({ ...anna, password: 'with space' })).toBe('password_alphaNumeric_check')
  })

  it('in the complex mode has 8 to 30 with digit, lower, upper and symbol and no space', () => {
    for (const password of ['Abcdef1!', 'Zz9#'.repeat(7), 'Åbcdefg1Hi*']) expect(checkComplexPassword(password)).toBeNull()
    for (const password of ['Abcde1!', 'Zz9#'.repeat(8), 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcdef 1!'])
      expect(checkComplexPassword(password)).toBe('password_complexity_check')
    expect(checkComplexPassword('')).toBe('password_blank_messege')
  })
})

describe('the code of a phone sign-in', () => {
  it('is six digits from 100001 to 999999', () => {
    for (const otp of ['100001', '123456', '999999']) expect(checkOtp(otp)).toBeNull()
    for (const otp of ['', '100000', '099999', '1000001', '12345', '12 456', '123456 ', '١٢٣٤٥٦', '1e5000', '-12345'])
      expect(checkOtp(otp)).toBe('otp_validate_error')
  })
})

describe('a trip', () => {
  it('needs pickup, drop and car type', () => {
    expect(checkTrip({ pickup, drop, carType: 'c' })).toBeNull()
    for (const missing of [{ pickup: null }, { drop: null }, { carType: null }, { carType: '' }]) {
      expect(checkTrip({ pickup, drop, carType: 'c', ...missing })).toBe('select_proper')
    }
  })

  it('needs places on the globe', () => {
    for (const lat of [Number.NaN, Number.POSITIVE_INFINITY, 90.1, -91])
      expect(checkStops({ lat, lng: 0 }, drop)).toBe('select_proper')
    expect(checkStops(pickup, { lat: 0, lng: 180.5 })).toBe('select_proper')
  })

  it('goes somewhere else', () => {
    expect(checkStops(pickup, { ...pickup })).toBe('same_place')
    expect(checkStops(pickup, computeDestination(pickup, 90, 19))).toBe('same_place')
    expect(checkStops(pickup, computeDestination(pickup, 90, 21))).toBeNull()
  })
})

describe('booking for later', () => {
  it('needs a date', () => {
    for (const date of [null, Number.NaN, Number.POSITIVE_INFINITY]) expect(checkTripDate(date, now)).toBe('select_proper')
  })

  it('is at least 15 minutes ahead', () => {
    expect(checkTripDate(now + 15 * minutes, now)).toBeNull()
    expect(checkTripDate(now + 15 * minutes - 1, now)).toBe('past_booking_error')
    expect(checkTripDate(now - minutes, now)).toBe('past_booking_error')
    expect(checkTripDate(now + 366 * 24 * 60 * minutes, now)).toBeNull()
    expect(checkTripDate(now + 366 * 24 * 60 * minutes + 1, now)).toBe('far_booking_error')
  })
})
