// Every message a person may read is a key of the language set; a refused command carries one.

/** Keys of the specification's error catalogue, verbatim (its misspellings included). */
export const specificationKeys = [
  'must_login',
  'user_issue_contact_admin',
  'select_proper',
  'place_to_coords_error',
  'past_booking_error',
  'no_driver_found_alert_messege',
  'deliveryDetailMissing',
  'login_validate_error',
  'otp_validate_error',
  'user_does_not_exists',
  'login_error',
  'require_approval',
  'reset_pass_msg',
  'email_verify_message',
  'not_logged_in',
  'login_success',
  'proper_email',
  'proper_input_name',
  'password_blank_messege',
  'password_alphaNumeric_check',
  'password_complexity_check',
  'mobile_no_blank_error',
  'user_exists',
  'email_or_mobile_issue',
  'referer_not_found',
  'reg_error',
  'account_create_successfully',
  'profile_updated',
  'not_valid_user_type',
  'demo_mode',
  'auth_error',
  'no_bookings',
  'no_cancel_reason',
  'no_cars',
  'settings_error',
  'updated',
  'wrong_code',
  'success',
  'no_user_match',
  'no_tasks',
  'chat_not_found',
  'no_provider_found',
  'provider_fetch_error',
  'wallet_updated',
  'google_places_error',
  'location_fetch_error',
  'booking_success',
  'proper_bonus',
  'update_failed',
  'no_details_error',
] as const

/** Keys of ours, for refusals that the specification does not name. */
export const ownKeys = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'rate_limited',
  'server_error',
  'not_ready',
  'no_route_found',
  'out_of_area',
  'same_place',
  'fare_changed',
  'quote_expired',
  'already_taken',
  'wrong_step',
  'wrong_otp',
  'driver_busy',
  'driver_not_ready',
  'other_device',
  'idempotency_key_required',
  'idempotency_key_reused',
  'request_in_flight',
  'foreign_origin',
  'reason_unknown',
  'already_rated',
  'challenge_failed',
  'code_wrong',
  'code_expired',
  'country_not_served',
  'second_factor_needed',
  'second_factor_wrong',
  'link_expired',
  'password_wrong',
  'password_length',
  'password_common',
  'prove_first',
  'social_failed',
  'not_configured',
  'image_refused',
  'quota_reached',
  'vehicle_incomplete',
  'license_missing',
] as const

export type MessageKey = (typeof specificationKeys)[number] | (typeof ownKeys)[number]

/** A command that may not be carried out: the transaction rolls back and the page translates the key. */
export class Refusal extends Error {
  readonly key: MessageKey
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(key: MessageKey, details?: Readonly<Record<string, unknown>>) {
    super(key)
    this.name = 'Refusal'
    this.key = key
    this.details = details
  }
}
