// The error catalogue of the specification as data: every key and literal it names, and the test of the page that shows each.

/** Section 8 of the platform's document, in its order. */
export const platformKeys = [
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
]

/** Section 8 of the back office's document, in its order. */
export const officeKeys = [
  'demo_mode',
  'proper_bonus',
  'update_failed',
  'wrong_code',
  'proper_input_name',
  'proper_email',
  'password_blank_messege',
  'password_alphaNumeric_check',
  'password_complexity_check',
  'mobile_no_blank_error',
  'user_exists',
  'email_or_mobile_issue',
  'referer_not_found',
  'reg_error',
  'email_verify_message',
  'account_create_successfully',
  'no_details_error',
  'success',
  'no_user_match',
  'not_valid_user_type',
  'user_issue_contact_admin',
]

/** What both documents give word by word, with the key that holds the words. */
export const literals: Record<string, string> = {
  no_route_found: 'No Route Found',
  fetch_call_error: 'Fetch Call Error',
  user_token_error: 'Unable to get user token',
  driver_assigned: 'Driver assigned successfully and notified.',
  alert_title: 'Alert',
  close: 'Close',
  json_error: 'JSON Error',
  default_language: 'Cannot delete default language',
  no_data: 'No data available.',
  no_promos: 'No promos available.',
  no_users: 'No users available.',
  no_withdraws: 'No WITHDRAWS available.',
  no_languages: 'No Languages available.',
  base_settings_error_1: 'Base Settings Error 1',
  base_settings_error_2: 'Base Settings Error 2',
}

type Place = { file: string; test: string }
const at =
  (file: string) =>
  (test: string): Place => ({ file, test })

const shared = at('web/src/shared/catalogue.test.tsx')
const admin = at('web/src/features/admin/catalogue.test.tsx')
const login = at('web/src/features/auth/login-page.test.tsx')
const register = at('web/src/features/auth/register-page.test.tsx')
const profile = at('web/src/features/profile/profile-page.test.tsx')
const settings = at('web/src/features/admin/settings-form.test.tsx')
const wallets = at('web/src/features/admin/wallet-pages.test.tsx')
const empty = at('web/src/features/admin/empty-tables.test.tsx')
const dialogs = at('web/src/ui/dialogs.test.tsx')
const way = at('web/src/features/public/use-estimate.test.tsx')(
  'a way that cannot be found is told as %s, and may be asked for again',
)

/** The test that finds each on a page. */
export const shownBy: Record<string, Place> = {
  must_login: at('e2e/book-now.spec.ts')('a visitor sees the price before signing in, and the estimate survives signing in'),
  user_issue_contact_admin: login('a sign-in refused with %s is told in these words'),
  select_proper: at('e2e/book-now.spec.ts')('a form that lacks a place says what is missing'),
  place_to_coords_error: way,
  past_booking_error: at('e2e/paying.spec.ts')(
    'a ride for later needs a time far enough ahead, needs no driver now, and can be moved',
  ),
  no_driver_found_alert_messege: at('e2e/no-driver.spec.ts')('with nobody online the rider is told so and nothing is booked'),
  deliveryDetailMissing: at('e2e/paying.spec.ts')(
    'a parcel is described and paid before a driver is asked; unpaid it can be given up, with a moment to think',
  ),
  login_validate_error: login(
    'an address or a password that cannot be right is not sent, and the fields are empty after every try',
  ),
  otp_validate_error: login('a code that cannot be one is not sent'),
  user_does_not_exists: login('a number that is none is not sent; a good one goes out in one spelling, with a solved challenge'),
  login_error: login('a sign-in refused with %s is told in these words'),
  require_approval: login('a sign-in refused with %s is told in these words'),
  not_valid_user_type: login('a sign-in refused with %s is told in these words'),
  email_verify_message: login('a sign-in refused with %s is told in these words'),
  reset_pass_msg: at('web/src/features/auth/mail-links.test.tsx')(
    'a spent link offers a new mail, whose answer is the same for every address',
  ),
  login_success: login('back from a provider the profile is read after two seconds, not before'),
  auth_error: login('back from a provider without a session is a sign-in that failed'),
  proper_email: register('what is wrong is said at each field, the first has the cursor, and mending it takes the words away'),
  proper_input_name: register(
    'what is wrong is said at each field, the first has the cursor, and mending it takes the words away',
  ),
  password_blank_messege: register(
    'what is wrong is said at each field, the first has the cursor, and mending it takes the words away',
  ),
  password_alphaNumeric_check: register('a password that breaks the rule is told at its field, and nothing is sent'),
  mobile_no_blank_error: register(
    'what is wrong is said at each field, the first has the cursor, and mending it takes the words away',
  ),
  user_exists: register('who exists already is told before anything else is asked'),
  email_or_mobile_issue: register('an address or number that cannot be looked up is told as such'),
  referer_not_found: register('a referral id that is nobody’s ends it; the address may bring one along'),
  reg_error: register('an account that could not be made is told'),
  account_create_successfully: register('a new account is told and signs in by itself after three seconds'),
  profile_updated: profile('only what was changed is sent along with the names, and the toast says that it is saved'),
  demo_mode: settings('locked by another admin meanwhile, a save says demo_mode'),
  no_bookings: shared('without bookings the table says no_bookings'),
  no_cancel_reason: shared('without a reason to choose the dialog says no_cancel_reason'),
  no_cars: shared('without car types the choice says no_cars'),
  settings_error: admin('settings that cannot be read say settings_error, and are read again'),
  updated: at('web/src/features/admin/settings-saved.test.tsx')('a save that went well says updated, once it is stored'),
  wrong_code: settings('a license that the vendor refuses is wrong_code, and all that was typed stays'),
  success: wallets('nothing is added without a person and an amount; with both it is sent once, and told'),
  no_user_match: at('web/src/features/admin/notifications-page.test.tsx')(
    'when nobody matches, what was typed stays, as a draft that is not kept twice',
  ),
  no_tasks: at('web/src/features/driver/task-list.test.tsx')('offline there are no_tasks, online none yet'),
  chat_not_found: at('e2e/chat.spec.ts')('a rider and a driver exchange messages, and each sees what is new and what was read'),
  no_provider_found: shared('without a provider there is no paying, and no_provider_found'),
  provider_fetch_error: shared('providers that cannot be read are provider_fetch_error with the reason'),
  wallet_updated: at('e2e/wallet.spec.ts')(
    'money that the desk adds is in the wallet at once, and only with a person and an amount',
  ),
  google_places_error: shared('a chosen place that cannot be looked up is google_places_error, in an alert'),
  location_fetch_error: shared('a trip that cannot be followed says location_fetch_error'),
  booking_success: at('e2e/rider-steps.ts')('booking_success'),
  proper_bonus: settings('an empty bonus is proper_bonus in its field, with the cursor there and nothing sent'),
  update_failed: settings('%s is update_failed'),
  no_details_error: wallets('nothing is added without a person and an amount; with both it is sent once, and told'),
  no_route_found: way,
  fetch_call_error: empty('a table that cannot be read says why, is not told to be empty, and reads again'),
  user_token_error: dialogs('%s reads "%s"'),
  base_settings_error_1: login('a sign-in refused with %s is told in these words'),
  base_settings_error_2: login('a sign-in refused with %s is told in these words'),
  driver_assigned: at('e2e/desk.spec.ts')('an admin books for a rider by keyboard and assigns a driver by hand'),
  alert_title: dialogs('every refusal of the catalogue is told in its English words: %s'),
  close: dialogs('an alert has its title and a button Close, which clears it'),
  json_error: admin('texts that are no JSON are refused with JSON Error, and nothing is sent'),
  default_language: admin('the default language cannot be deleted, which is told, and nothing is sent'),
  no_data: empty('without %s the table says so in the words of the specification'),
  no_promos: empty('without %s the table says so in the words of the specification'),
  no_withdraws: empty('without %s the table says so in the words of the specification'),
  no_languages: empty('without %s the table says so in the words of the specification'),
  no_users: at('web/src/features/fleet/people-page.test.tsx')(
    'a link opens the list as it was shared; an empty list has the words of its own',
  ),
}

/** Never on a page, with the specification's reason. */
export const neverShown: Record<string, Place> = {
  /** "Silently ignored" */
  not_logged_in: dialogs('%s is passed over in silence'),
  /** "a complex mode exists but is unused" */
  password_complexity_check: at('core/src/checks.test.ts')('password_complexity_check'),
}
