// What is typed into a registration, and what is wrong with it: the rules are the server's own.
import { checkEmail, checkName, checkPassword } from '@wayfare/core/checks'
import type { Vehicle } from '@wayfare/core/checks'
import type { Registration } from '@wayfare/core/registration'
import type { PasswordRule } from '@wayfare/core/settings'
import { readMobile } from '../../shared/phones.ts'
import { textOf } from './form-text.ts'

export type PersonField = 'firstName' | 'lastName' | 'email' | 'password' | 'mobile'
export type VehicleField = 'vehicleMake' | 'vehicleModel' | 'vehicleNumber' | 'carType'
/** Text keys by field, in the order of the page. */
export type Problems<Field extends string> = Partial<Record<Field, string>>

/** The number in its stored spelling, empty when it is none. */
export const readPerson = async (form: HTMLFormElement, dialCode: string): Promise<Registration> => ({
  firstName: textOf(form, 'firstName').trim(),
  lastName: textOf(form, 'lastName').trim(),
  email: textOf(form, 'email').trim(),
  password: textOf(form, 'password'),
  dialCode,
  mobile: (await readMobile(dialCode, textOf(form, 'mobile'))) ?? '',
})

const found = <Field extends string>(all: readonly [Field, string | null][]): Problems<Field> =>
  Object.fromEntries(all.filter(([, key]) => key !== null)) as Problems<Field>

export const personProblems = (person: Registration, rule: PasswordRule): Problems<PersonField> =>
  found([
    ['firstName', checkName(person.firstName)],
    ['lastName', checkName(person.lastName)],
    ['email', checkEmail(person.email)],
    ['password', checkPassword(person.password, rule)],
    ['mobile', person.mobile === '' ? 'mobile_no_blank_error' : null],
  ])

export const readVehicle = (form: HTMLFormElement): Vehicle & { otherInfo: string } => ({
  vehicleMake: textOf(form, 'vehicleMake').trim(),
  vehicleModel: textOf(form, 'vehicleModel').trim(),
  vehicleNumber: textOf(form, 'vehicleNumber').trim(),
  carType: textOf(form, 'carType'),
  otherInfo: textOf(form, 'otherInfo').trim(),
})

const missing = (text: string) => checkName(text) && 'vehicle_incomplete'

/** Each empty part by itself, so that the page can point at it. */
export const vehicleProblems = (vehicle: Vehicle): Problems<VehicleField> => {
  return found([
    ['vehicleMake', missing(vehicle.vehicleMake)],
    ['vehicleModel', missing(vehicle.vehicleModel)],
    ['vehicleNumber', missing(vehicle.vehicleNumber)],
    ['carType', missing(vehicle.carType)],
  ])
}

/** Puts the cursor where the first problem is. */
export const focusFirst = (form: HTMLFormElement, problems: Problems<string>): void => {
  const [first] = Object.keys(problems)
  if (first) form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
}
