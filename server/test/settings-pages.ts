// Settings that only a page obeys, each with the test of the page that shows what it does.
import type { Settings } from '@wayfare/core/settings'

export type Place = { file: string; test: string }
const at =
  (file: string) =>
  (test: string): Place => ({ file, test })

const everywhere = at('e2e/public.spec.ts')('what the settings name appears at once, on every page')
const registering = at('web/src/features/auth/register-page.test.tsx')(
  'the country is a choice only where the operator allows it',
)
const offering = at('web/src/features/driver/offer-dialog.test.tsx')

const guarding = at('server/src/features/bookings/commands-claims.test.ts')(
  'a fare within the promise and the share is due whole, and so is one that no guard holds back',
)

const expiring = at('server/src/features/retention/commands.test.ts')

const rushing = at('server/src/features/bookings/quote.test.ts')(
  'an estimate for a rush hour takes longer and costs that, and the booking keeps it when the hours change',
)

export const onPages = {
  country: registering,
  allowCountrySelection: registering,
  carHornRepeat: offering('blows the horn again and again where the operator wants it so, and once otherwise'),
  deskNumber: at('web/src/features/driver/trip-console.test.tsx')(
    'says that the desk alone starts the trip once the code was wrong too often, and how it is reached',
  ),
  panicNumber: offering('takes one more tap, and tells the desk where the driver is'),
  companyName: everywhere,
  companyWebsite: everywhere,
  companyTerms: everywhere,
  contactEmail: everywhere,
  facebookHandle: everywhere,
  twitterHandle: everywhere,
  instagramHandle: everywhere,
  appleStoreLink: everywhere,
  playStoreLink: everywhere,
} satisfies Partial<Record<keyof Settings, Place>>

/** Settings of the server that need more of a stage than a call or two, each with its test. */
export const elsewhere = {
  facebookLoginEnabled: at('server/src/features/sign-in/commands-social.test.ts')(
    'are those that are configured, while the operator has them switched on',
  ),
  bonusMoment: at('server/src/features/wallet/reactions.test.ts')(
    'by default a bonus waits for the first paid trip and a proven contact, whichever comes last',
  ),
  bonusPerDay: at('server/src/features/wallet/reactions.test.ts')(
    'ten accounts made at once earn no more than a day allows, and the others wait for their next trip',
  ),
  tipPercents: at('server/src/features/bookings/commands-tip.test.ts')('says why it is not taken'),
  rushHours: rushing,
  rushPercent: rushing,
  keepTrackDays: expiring('goes by %s for its own kind alone'),
  keepChatDays: expiring('goes by %s for its own kind alone'),
  keepPhotoDays: expiring('goes by %s for its own kind alone'),
  keepNoticeDays: expiring('lets go of notices that were sent or stopped after keepNoticeDays, and of no draft'),
  keepInboxDays: expiring('lets go of the development inbox after keepInboxDays'),
  keepAuditDays: at('server/src/features/audit/commands-retention.test.ts')(
    'lets go of what is older than keepAuditDays, and still holds',
  ),
  payoutIban: at('server/src/features/wallet/commands-withdraws.test.ts')(
    'is pain.001 where the operator and all who are paid have an IBAN, in euro',
  ),
  fareClaimPercent: guarding,
  fareClaimMinFares: guarding,
  timeZone: at('server/src/features/reports/queries.test.ts')(
    'revenue is the convenience fees of paid trips, by the city’s days',
  ),
  restrictCountry: at('server/src/features/places/queries.test.ts')(
    'finds nothing for nothing, in another country, or for signs alone; nothing typed can harm it',
  ),
} satisfies Partial<Record<keyof Settings, Place>>
