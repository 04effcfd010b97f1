// The one table of endpoints: the server serves each, the page calls them, the OpenAPI document lists them.
import * as accountsCore from './accounts.ts'
import * as accountsDesk from './accounts-desk.ts'
import * as accountsHelp from './accounts-help.ts'
import * as accountsImport from './accounts-import.ts'
import * as accountsLicense from './accounts-license.ts'
import * as accountsPeople from './accounts-people.ts'
import * as accountsPhones from './accounts-phones.ts'
import * as accountsProfile from './accounts-profile.ts'
import * as accountsRegister from './accounts-register.ts'
import * as accountsSecondFactor from './accounts-second-factor.ts'
import * as accountsSignIn from './accounts-sign-in.ts'
import * as accountsSocial from './accounts-social.ts'
import * as accountsViews from './accounts-views.ts'
import * as audit from './audit.ts'
import * as bookingsCore from './bookings.ts'
import * as bookingsDesk from './bookings-desk.ts'
import * as bookingsReceipt from './bookings-receipt.ts'
import * as catalog from './catalog.ts'
import * as chat from './chat.ts'
import * as desk from './desk.ts'
import * as dispatch from './dispatch.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as languages from './languages.ts'
import * as messagesCore from './messages.ts'
import * as messagesCampaigns from './messages-campaigns.ts'
import * as messagesPush from './messages-push.ts'
import * as paymentsCore from './payments.ts'
import * as paymentsAdmin from './payments-admin.ts'
import * as paymentsRecords from './payments-records.ts'
import * as placesFunctions from './places-functions.ts'
import * as placesCore from './places.ts'
import * as promos from './promos.ts'
import * as reportsFigures from './reports.ts'
import * as reportsStatements from './reports-statements.ts'
import * as reportsTrends from './reports-trends.ts'
import * as settings from './settings.ts'
import * as trips from './trips.ts'
import * as walletAdmin from './wallet-admin.ts'
import * as walletBooks from './wallet-books.ts'
import * as walletJournal from './wallet-journal.ts'
import * as walletCredits from './wallet-credits.ts'
import * as walletOwn from './wallet.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'verb' in value && 'path' in value

/** One module a slice; all are one area. */
const accounts = {
  ...accountsCore,
  ...accountsDesk,
  ...accountsHelp,
  ...accountsImport,
  ...accountsLicense,
  ...accountsPeople,
  ...accountsPhones,
  ...accountsProfile,
  ...accountsRegister,
  ...accountsSecondFactor,
  ...accountsSignIn,
  ...accountsSocial,
  ...accountsViews,
}

const bookings = { ...bookingsCore, ...bookingsDesk, ...bookingsReceipt }

const messages = { ...messagesCore, ...messagesCampaigns, ...messagesPush }

const payments = { ...paymentsCore, ...paymentsAdmin, ...paymentsRecords }

const places = { ...placesCore, ...placesFunctions }

const reports = { ...reportsFigures, ...reportsStatements, ...reportsTrends }

const wallet = { ...walletOwn, ...walletAdmin, ...walletBooks, ...walletJournal, ...walletCredits }

const areas = {
  accounts,
  audit,
  bookings,
  catalog,
  chat,
  desk,
  dispatch,
  files,
  languages,
  messages,
  payments,
  places,
  promos,
  reports,
  settings,
  trips,
  wallet,
}

/** Every endpoint with the area it belongs to. */
export const endpoints: readonly { area: string; endpoint: Endpoint }[] = Object.entries(areas).flatMap(([area, module]) =>
  Object.values(module as Record<string, unknown>)
    .filter(isEndpoint)
    .map((endpoint) => ({ area, endpoint })),
)
