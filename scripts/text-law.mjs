// The rules for texts as tables: keys that are composed, and words that look like keys but are not.
// docs/HOUSE.md: every visible text is a key. New families of keys are added here deliberately.

const word = /'([A-Za-z]\w*)'/g

/** The adapters' names for the keys of payment providers. */
const providerKeys = (
  'merchantId merchantCode merchantKey merchantAccountId accountId publicKey privateKey secretKey secretHash accessToken ' +
  'webhookSecret webhookId passphrase clientId clientSecret websiteName host apiLogin apiKey'
).split(' ')

/** Each state of a claim combined with each reader. */
const claimViews = ['open', 'owed', 'paid', 'refused', 'lapsed'].flatMap((standing) =>
  ['rider', 'driver', 'desk'].map((reader) => `${standing}_${reader}`),
)

/** Every manoeuvre that leads onto a street. */
const manoeuvresOnto =
  'depart continue slightLeft left sharpLeft slightRight right sharpRight keepLeft keepRight merge uTurn roundabout'.split(' ')

/**
 * Families of composed keys. `shape`: the template as in the code, with a star for each placeholder; `values`: the words for the
 * star, or `from`: their file, list name, and pattern if they are not simply quoted. `lower`: in lower case.
 */
export const families = [
  { shape: 'status_*', from: ['core/src/booking.ts', 'statuses', word], lower: true },
  { shape: 'role_*', from: ['core/src/accounts.ts', 'roles', word] },
  { shape: 'demo_as_*', from: ['core/src/accounts.ts', 'roles', word] },
  { shape: 'demo_note_*', from: ['core/src/accounts.ts', 'roles', word] },
  { shape: 'by_*', values: ['rider', 'driver', 'fleetadmin', 'admin', 'system'] },
  { shape: 'assign_state_*', values: ['asked', 'declined', 'accepted', 'closed', 'withdrawn'] },
  { shape: 'ledger_account_*', from: ['core/src/ledger.ts', 'ledgerKinds', /^ {2}'(\w+)',$/gm] },
  { shape: 'pay_mode_*', from: ['core/src/settlement.ts', 'paymentModes', word] },
  { shape: 'no_taker_*', values: ['all_declined', 'nobody_near', 'no_answer'] },
  { shape: 'distance_*', from: ['core/src/driven.ts', 'distanceSources', word] },
  { shape: 'fare_part_*', from: ['core/src/settlement.ts', 'paymentModes', word] },
  { shape: 'statement_*', from: ['core/src/statement.ts', 'statementKinds', word] },
  { shape: 'claim_*', values: claimViews },
  { shape: 'notice_claim_*_rider', values: ['open', 'granted', 'refused', 'lapsed', 'paid'] },
  { shape: 'notice_claim_*_driver', values: ['open', 'granted', 'refused', 'lapsed', 'paid'] },
  { shape: 'books_fault_*', values: ['account', 'posting'] },
  { shape: 'city_problem_*', from: ['contract/src/cities.ts', 'cityProblems', word] },
  { shape: 'road_*', from: ['core/src/road-speeds.ts', 'roadSpeeds', /^ {2}(\w+): \d+,$/gm] },
  { shape: 'city_stage_*', from: ['contract/src/cities.ts', 'cityStages', word] },
  { shape: 'audit_did_*', from: ['contract/src/audit-kinds.ts', 'auditActions', word] },
  { shape: 'system_check_*', from: ['core/src/system.ts', 'systemChecks', word] },
  { shape: 'system_state_*', from: ['core/src/system.ts', 'checkStates', word] },
  { shape: 'system_trouble_*', from: ['core/src/system.ts', 'systemTroubles', word] },
  { shape: 'system_do_*', from: ['core/src/system.ts', 'systemTroubles', word] },
  { shape: 'system_job_problem_*', from: ['core/src/system.ts', 'jobProblems', word] },
  { shape: 'audit_fault_*', values: ['entry', 'order', 'end', 'seal'] },
  { shape: 'receipt_refund_*', values: ['wallet', 'provider'] },
  { shape: 'car_carries_*', values: ['taxi', 'delivery'] },
  { shape: 'wallet_*', values: ['credit', 'debit', 'withdraw'] },
  { shape: 'withdraw_*_missing', values: ['bankName', 'bankAccount'] },
  { shape: 'job_stage_*', values: ['waiting', 'coming', 'onTrip', 'scheduled', 'over'] },
  { shape: 'job_heading_*', values: ['waiting', 'coming', 'onTrip', 'scheduled', 'problems'] },
  { shape: 'job_no_taker_*', values: ['all_declined', 'nobody_near', 'no_answer', 'not_asked'] },
  { shape: 'job_alert_*', values: ['codeLocked', 'lostSignal', 'latePickup', 'claim'] },
  { shape: 'deed_*', values: ['assigned', 'reassigned', 'withdrawn'] },
  { shape: 'task_gone_*', values: ['taken', 'cancelled', 'withdrawn'] },
  { shape: 'driver_is_*', values: ['free', 'busy', 'stale', 'offline'] },
  { shape: 'blocker_*', values: ['not_approved', 'no_car_type', 'wallet_negative', 'no_location'] },
  { shape: 'engine_part_*', values: ['router', 'geocoder', 'basemap'] },
  { shape: 'place_mark_*', from: ['core/src/place-words.ts', 'placeMarks', word] },
  { shape: 'place_kind_*', from: ['core/src/place-words.ts', 'operatorPlaceKinds', word] },
  { shape: 'place_*', values: ['denied', 'unavailable'] },
  { shape: 'dev_inbox_*', values: ['mail', 'sms'] },
  { shape: 'highlight_*_title', from: ['web/src/features/public/highlights.tsx', 'items', word] },
  { shape: 'highlight_*_text', from: ['web/src/features/public/highlights.tsx', 'items', word] },
  { shape: 'privacy_*_title', from: ['web/src/features/public/privacy-page.tsx', 'sections', word] },
  { shape: 'privacy_*_text', from: ['web/src/features/public/privacy-page.tsx', 'sections', word] },
  ...['texts', 'switches', 'numbers', 'choices'].flatMap((kind) =>
    ['setting_*', 'setting_*_help'].map((shape) => ({ shape, from: ['core/src/settings.ts', kind, /^ {2}(\w+):/gm] })),
  ),
  { shape: 'unit_*', values: ['seconds', 'minutes', 'days'] },
  { shape: 'setting_on_without_*', values: ['mail', 'sms'] },
  { shape: 'service_setup_*', values: ['mail', 'sms'] },
  { shape: '*_service_missing', values: ['mail', 'sms'] },
  { shape: 'settings_group_*', from: ['web/src/features/admin/settings-groups.ts', 'settingsGroups', /\bname: '(\w+)'/g] },
  { shape: 'settings_group_*', from: ['web/src/features/admin/settings-groups.ts', 'appInfoGroups', /\bname: '(\w+)'/g] },
  { shape: 'notification_state_*', from: ['core/src/campaigns.ts', 'campaignStates', word] },
  { shape: 'notification_user_*', from: ['core/src/campaigns.ts', 'campaignUsers', word] },
  { shape: 'notification_device_*', from: ['core/src/campaigns.ts', 'campaignDevices', word] },
  { shape: 'notification_look_*', values: ['light', 'dark'] },
  { shape: 'category_*', from: ['core/src/settings.ts', 'categories', word] },
  { shape: 'report_*', from: ['web/src/features/admin/earning-reports-page.tsx', 'amounts', word] },
  { shape: 'manoeuvre_*', from: ['core/src/manoeuvres.ts', 'manoeuvres', word] },
  { shape: 'manoeuvre_*_onto', values: manoeuvresOnto },
  { shape: 'fee_*', values: ['flat', 'percentage'] },
  { shape: 'withdraw_state_*', from: ['core/src/wallet.ts', 'withdrawStates', word] },
  { shape: 'bonus_moment_*', from: ['core/src/settings.ts', 'bonusMoments', word] },
  { shape: 'password_rule_*', from: ['core/src/settings.ts', 'passwordRules', word] },
  { shape: 'mail_*_subject', from: ['core/src/events.ts', 'mailTemplates', word] },
  { shape: 'mail_*_text', from: ['core/src/events.ts', 'mailTemplates', word] },
  { shape: 'mail_*_button', from: ['core/src/events.ts', 'mailTemplates', word] },
  { shape: 'payment_state_*', from: ['core/src/payments.ts', 'paymentStates', word] },
  { shape: 'payment_mode_*', from: ['core/src/providers.ts', 'providerModes', word] },
  { shape: 'payment_settled_*', values: ['booking', 'wallet'] },
  { shape: 'payment_target_*', values: ['provider', 'wallet'] },
  { shape: 'payment_notice_*', values: ['received', 'done', 'refused'] },
  { shape: 'problem_*', from: ['core/src/payments.ts', 'paymentProblems', word] },
  { shape: 'problem_*', values: ['forged_notice', 'unknown_notice', 'refund_failed', 'refund_late'] },
  { shape: 'problem_*', from: ['core/src/payments.ts', 'reversalTroubles', word] },
  { shape: 'reversal_state_*', from: ['core/src/reversals.ts', 'reversalStates', word] },
  { shape: 'reversal_*', from: ['core/src/reversals.ts', 'reversalKinds', word] },
  { shape: 'provider_reversals_*', values: ['asked', 'refunds', 'told', 'none'] },
  { shape: 'payment_dispute_*', values: ['inquiry', 'open', 'won', 'lost'] },
  { shape: 'refund_state_*', values: ['pending', 'done', 'failed'] },
  { shape: 'provider_refunds_*', values: ['none', 'whole', 'part'] },
  { shape: 'provider_key_*', values: providerKeys },
  { shape: 'follow_*', from: ['contract/src/trips-share.ts', 'sharedPhases', word] },
  { shape: 'follow_*_eta', values: ['coming', 'driving'] },
  { shape: 'safety_sent_*', values: ['mail', 'sms'] },
  { shape: 'sms_*', from: ['core/src/events.ts', 'smsTemplates', word] },
  { shape: 'trend_*', values: ['revenue', 'rides', 'days', 'months'] },
  { shape: 'legend_*', values: ['free', 'busy', 'stale', 'offline'] },
  { shape: 'palette_*', from: ['web/src/features/palette/palette-items.ts', 'paletteGroups', word] },
]

/** The lists of keys that a refused command may carry. */
export const keyLists = [
  ['core/src/specification-keys.ts', 'specificationKeys'],
  ['core/src/errors.ts', 'ownKeys'],
]

/** In the page, every word in snake case is a key, except these external names. */
export const notKeys = ['point_count', 'cluster_id', 'dev_inbox']

/** Files in which every word in snake case is a key. */
export const inKeys = /^web\/|^contract\/src\/\w+-words\.ts$/

/** Elsewhere, only words with these prefixes are certainly keys. */
export const certainPrefixes = ['notice_', 'mail_', 'sms_']

/** With fewer files or texts than this the check is looking in the wrong place, which must not count as a pass. */
export const fewest = { files: 200, texts: 300 }
