// The glossary names every field of the specification, and what each is called here is a field of the API.
import { readFileSync } from 'node:fs'
import { describeApi } from '@wayfare/contract/openapi'
import { describe, expect, it } from 'vitest'
import { getStatus } from '../src/http/refusals.ts'

/** Section 3 of both documents, by entity, in their order. */
const specified = `
  createdAt firstName lastName mobile email usertype referralId signupViaReferral approved walletBalance loginType profile_image
  pushToken userPlatform location queue driverActiveStatus ratings.userrating savedAddresses walletHistory vehicleNumber
  vehicleMake vehicleModel carType other_info fleetadmin bankName bankCode bankAccount createdByAdmin licenseImage password phone
  booking_id carImage customer customer_email customer_name customer_contact customer_token customer_image pickup drop lat lng add
  pickupAddress dropAddress estimate estimateDistance distance estimateTime status bookLater tripdate bookingDate otp
  booking_type_admin coords trip_cost convenience_fees driver_share paymentPacket driver driver_name driver_image driver_contact
  driver_token vehicle_number driverRating driver_arrive_time trip_start_time startTime trip_end_time endTime total_trip_time
  reason cancelledBy payment_mode gateway prepaid cashPaymentAmount cardPaymentAmount usedWalletMoney payableAmount discount
  discount_amount customer_paid promo_applied promo_details rating pickup_image deliver_image requestedDrivers deliveryPerson
  deliveryPersonPhone pickUpInstructions deliveryInstructions parcelTypeSelected optionSelected appcat estimateFare polylinePoints
  name image base_fare rate_per_unit_distance rate_per_hour min_fare convenience_fee_type extra_info parcelTypes options
  description amount cancelSlab minsDelayed at type date txRef message from msgDate msgTime source place_id
  structured_formatting main_text secondary_text
  id langName langLocale dateLocale default keyValuePairs symbol code decimal swipe_symbol otp_secure driver_approval email_verify
  bonus license country restrictCountry AllowCountrySelection autoDispatch CarHornRepeat convert_to_mile
  AllowDeliveryPickupImageCapture AllowFinalDeliveryImageCapture RiderWithDraw driverRadius negativeBalance bank_fields panic
  appName contact_email FacebookLoginEnabled MobileLoginEnabled AllowCriticalEditsAdmin CompanyName CompanyWebsite CompanyTerms
  FacebookHandle TwitterHandle InstagramHandle AppleStoreLink PlayStoreLink uid processed procesDate label value promo_name
  promo_description promo_discount_type promo_discount_value max_promo_discount_value min_order promo_validity promo_usage_limit
  user_avail devicetype title body year monthsName driverName total_rides driverVehicleNo driverShare tripCost rideCost
  convenienceFee discountAmount profit`
  .trim()
  .split(/\s+/)

const text = readFileSync(new URL('../../docs/GLOSSARY.md', import.meta.url), 'utf8')

const rows = text
  .slice(text.indexOf('| Specification'))
  .split('\n')
  .slice(2)
  .flatMap((line) => {
    const [, theirs = '', ours = ''] = line.split('|').map((cell) => cell.trim())
    return theirs === '' ? [] : [{ theirs, ours: ours === 'the same' ? theirs : ours }]
  })

/** Every name that a field, a parameter or a part of one has. */
const namesIn = (value: unknown, found = new Set<string>()): Set<string> => {
  if (typeof value !== 'object' || value === null) return found
  if ('properties' in value) for (const name of Object.keys(value.properties as object)) found.add(name)
  if ('in' in value && 'name' in value) found.add(String(value.name))
  for (const part of Object.values(value)) namesIn(part, found)
  return found
}

describe('the glossary', () => {
  it('has every field of the specification', () => {
    const words = new Set(rows.flatMap(({ theirs }) => theirs.split(/[^\w.]+/)))
    expect(specified.filter((name) => !words.has(name))).toEqual([])
  })

  it('calls none by a name that the API does not have', () => {
    const known = namesIn(describeApi({ title: '', version: '', statusOf: getStatus }))
    const named = rows.filter(({ ours }) => ours !== '–').flatMap(({ ours }) => ours.split(', '))
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })
})
