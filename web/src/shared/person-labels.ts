// What the fields of a person are called.
import type { PersonField } from '@wayfare/core/people'

/** Text keys. */
export const personLabels: Readonly<Record<PersonField | 'carType' | 'fleetAdmin', string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  mobile: 'mobile',
  vehicleMake: 'vehicle_make',
  vehicleModel: 'vehicle_model',
  vehicleNumber: 'vehicle_plate',
  carType: 'car_type',
  otherInfo: 'driver_other_info',
  bankName: 'profile_bank_name',
  bankCode: 'profile_bank_code',
  bankAccount: 'profile_bank_account',
  fleetAdmin: 'role_fleetadmin',
}
