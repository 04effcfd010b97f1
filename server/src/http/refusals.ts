// Promise: every refused request has a stable key, the status that belongs to it and a sentence that people can read.
import { Refusal } from '@wayfare/core/errors'
import type { MessageKey } from '@wayfare/core/errors'
import type { Problem } from '@wayfare/contract/endpoint'
import english from '../db/texts/en.json' with { type: 'json' }

const statuses: Partial<Record<MessageKey, number>> = {
  bad_request: 400,
  idempotency_key_required: 400,
  unauthorized: 401,
  must_login: 401,
  login_error: 401,
  second_factor_needed: 401,
  second_factor_wrong: 401,
  social_failed: 401,
  forbidden: 403,
  foreign_origin: 403,
  demo_mode: 403,
  require_approval: 403,
  email_verify_message: 403,
  prove_first: 403,
  profile_locked: 403,
  not_valid_user_type: 403,
  user_issue_contact_admin: 403,
  not_found: 404,
  conflict: 409,
  row_changed: 409,
  already_taken: 409,
  quote_used: 409,
  already_rated: 409,
  wrong_step: 409,
  photo_missing: 409,
  driver_busy: 409,
  driver_not_ready: 409,
  other_device: 409,
  request_in_flight: 409,
  no_driver_found_alert_messege: 409,
  user_exists: 409,
  name_taken: 409,
  car_type_in_use: 409,
  quota_reached: 409,
  chat_not_found: 404,
  chat_closed: 409,
  withdraw_processed: 409,
  credit_taken_back: 409,
  withdraw_open: 409,
  wallet_negative: 409,
  currency_in_use: 409,
  base_settings_error_1: 403,
  base_settings_error_2: 503,
  legal_hold: 409,
  set_by_environment: 409,
  refund_not_possible: 409,
  default_language: 409,
  locale_taken: 409,
  notification_sent: 409,
  notification_not_running: 409,
  last_admin: 409,
  not_yourself: 409,
  fleet_not_empty: 409,
  provider_fetch_error: 502,
  balance_not_zero: 409,
  link_expired: 410,
  code_expired: 410,
  upload_expired: 410,
  too_large: 413,
  sheet_too_long: 413,
  image_refused: 415,
  challenge_needed: 428,
  rate_limited: 429,
  server_error: 500,
  not_ready: 503,
  not_configured: 503,
}

/** The status of a key; 422 for what is well-formed but cannot be done. */
export const statusOf = (key: MessageKey): number => statuses[key] ?? 422

const texts: Record<string, string> = english

export const problemOf = (key: MessageKey, requestId: string, details?: Refusal['details']): Problem => ({
  error: { key, message: texts[key] ?? texts['server_error'] ?? key, requestId, ...(details ? { details } : {}) },
})
