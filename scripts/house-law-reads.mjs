// The law of the house on reading: a table is read by its owner, and by whom this list names. docs/HOUSE.md says why.

/** Which tables of others a feature or a part of the frame reads by itself; everything else goes through a query of the owner. */
export const reads = {
  accounts: ['auth_credential', 'driver_position', 'language', 'ledger_account', 'second_factor'],
  audit: ['app_user', 'booking', 'car_type', 'promo'],
  // dispatch and payments lie above bookings: who is asked, and what was paid, is read where a booking is shown
  bookings: ['app_user', 'booking_offer', 'ledger_account', 'ledger_entry', 'ledger_transaction', 'payment', 'refund'],
  catalog: ['app_user', 'booking'],
  chat: ['booking'],
  cities: ['booking'],
  // what a new town erases of the old one, and the sign of life that tells how far a copy has come
  db: ['job_worker', 'stored_file'],
  desk: ['app_user', 'booking', 'booking_offer', 'car_type', 'driver_position', 'promo'],
  dispatch: ['app_user', 'booking', 'car_type'],
  'events-lag': ['event', 'event_cursor'],
  files: ['app_user', 'booking', 'car_type'],
  languages: ['app_user'],
  notifications: ['app_user', 'auth_session', 'booking', 'chat_message', 'panic', 'payment', 'wallet_credit', 'withdraw'],
  // the settings' row is held while a provider is chosen
  payments: ['app_user', 'setting'],
  // lists, files of rows and the person's own data are one statement over what others keep
  people: [
    'app_user',
    'auth_credential',
    'auth_session',
    'booking',
    'car_type',
    'chat_message',
    'driver_position',
    'language',
    'ledger_account',
    'ledger_entry',
    'ledger_transaction',
    'payment',
    'push_device',
    'withdraw',
  ],
  places: ['saved_address'],
  realtime: ['app_user', 'ledger_account'],
  reports: [
    'app_user',
    'booking',
    'driver_position',
    'fleet_membership',
    'ledger_account',
    'ledger_entry',
    'ledger_transaction',
    'payment',
    'refund',
    'wallet_month',
    'withdraw',
  ],
  settings: ['booking', 'ledger_account', 'ledger_transaction', 'payment'],
  'sign-in': ['app_user', 'language'],
  trips: ['app_user', 'booking', 'booking_step'],
  wallet: ['app_user', 'booking'],
}
