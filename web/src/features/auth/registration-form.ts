// What is typed into a registration, and what is wrong with it: the rules are the server's own.
import { checkEmail, checkName, checkPassword, type Vehicle } from '@wayfare/core/checks'
import type { Registration } from '@wayfare/core/registration'
import type { PasswordRule } from '@wayfare/core/settings'
import { readMobile } from '../../shared/phones.ts'
import { readFormText } from './form-text.ts'

export type PersonField = 'firstName' | 'lastName' | 'email' | 'password' | 'mobile'
export type VehicleField = 'vehicleMake' | 'vehicleModel' | 'vehicleNumber' | 'carType'
/** Text keys by field, in the order of the page. */
export type Problems<Field extends string> = Partial<Record<Field, string>>

/** The number in its stored spelling, empty when it is none. */
export const readPerson = async (form: HTMLFormElement, dialCode: string): Promise<Registration> => ({
  firstName: readFormText(form, 'firstName').trim(),
  lastName: readFormText(form, 'lastName').trim(),
  email: readFormText(form, 'email').trim(),
  password: readFormText(form, 'password'),
  dialCode,
  mobile: (await readMobile(dialCode, readFormText(form, 'mobile'))) ?? '',
})

const found = <Field extends string>(all: readonly [Field, string | null][]): Problems<Field> =>
  Object.fromEntries(all.filter(([, key]) => key !== null)) as Problems<Field>

export const listPersonProblems = (person: Registration, rule: PasswordRule): Problems<PersonField> =>
  found([
    ['firstName', checkName(person.firstName)],
    ['lastName', checkName(person.lastName)],
    ['email', checkEmail(person.email)],
    ['password', checkPassword(person.password, rule)],
    ['mobile', person.mobile === '' ? 'mobile_no_blank_error' : null],
  ])

export const readVehicle = (form: HTMLFormElement): Vehicle & { otherInfo: string } => ({
  vehicleMake: readFormText(form, 'vehicleMake').trim(),
  vehicleModel: readFormText(form, 'vehicleModel').trim(),
  vehicleNumber: readFormText(form, 'vehicleNumber').trim(),
  carType: readFormText(form, 'carType'),
  otherInfo: readFormText(form, 'otherInfo').trim(),
})

const missing = (text: string) => checkName(text) && 'vehicle_incomplete'

/** Each empty part by itself, so that the page can point at it. */
export const listVehicleProblems = (vehicle: Vehicle): Problems<VehicleField> => {
  return found([
    ['vehicleMake', missing(vehicle.vehicleMake)],
    ['vehicleModel', missing(vehicle.vehicleModel)],
    ['vehicleNumber', missing(vehicle.vehicleNumber)],
    ['carType', missing(vehicle.carType)],
  ])
}
