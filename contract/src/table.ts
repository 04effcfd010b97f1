// The table of all endpoints, for the server to serve, the page to call and the OpenAPI document to list.
import * as accountsOwn from './accounts.ts'
import * as accountsPlaces from './accounts-places.ts'
import * as accountsViews from './accounts-views.ts'
import * as peopleRead from './people.ts'
import * as peopleEdit from './people-edit.ts'
import * as peopleHelp from './people-help.ts'
import * as peopleImport from './people-import.ts'
import * as peopleOwnData from './people-own-data.ts'
import * as peopleProfile from './people-profile.ts'
import * as peopleRiders from './people-riders.ts'
import * as signIn from './sign-in.ts'
import * as signInFirstAdmin from './sign-in-first-admin.ts'
import * as signInSecondFactor from './sign-in-second-factor.ts'
import * as signInSignUp from './sign-in-sign-up.ts'
import * as signInSocial from './sign-in-social.ts'
import * as audit from './audit.ts'
import * as bookingsCore from './bookings.ts'
import * as bookingsCars from './bookings-cars.ts'
import * as bookingsDesk from './bookings-desk.ts'
import * as bookingsReceipt from './bookings-receipt.ts'
import * as bookingsTip from './bookings-tip.ts'
import * as catalog from './catalog.ts'
import * as chat from './chat.ts'
import * as cities from './cities.ts'
import * as demo from './demo.ts'
import * as desk from './desk.ts'
import * as deskBoard from './desk-board.ts'
import * as dispatch from './dispatch.ts'
import * as dispatchAssign from './dispatch-assign.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as languagesRead from './languages.ts'
import * as languagesAdmin from './languages-admin.ts'
import * as messagesCore from './messages.ts'
import * as messagesCampaigns from './messages-campaigns.ts'
import * as messagesPush from './messages-push.ts'
import * as paymentsCore from './payments.ts'
import * as paymentsAdmin from './payments-admin.ts'
import * as paymentsRecords from './payments-records.ts'
import * as placesFunctions from './places-functions.ts'
import * as placesCore from './places.ts'
import * as placesEngines from './places-engines.ts'
import * as placesWays from './places-ways.ts'
import * as placesOperator from './places-operator.ts'
import * as promos from './promos.ts'
import * as reportsFigures from './reports.ts'
import * as reportsStatements from './reports-statements.ts'
import * as reportsTrends from './reports-trends.ts'
import * as settingsProposal from './settings-proposal.ts'
import * as settings from './settings.ts'
import * as system from './system.ts'
import * as trips from './trips.ts'
import * as tripsShare from './trips-share.ts'
import * as walletAdmin from './wallet-admin.ts'
import * as walletBooks from './wallet-books.ts'
import * as walletJournal from './wallet-journal.ts'
import * as walletCredits from './wallet-credits.ts'
import * as walletEarnings from './wallet-earnings.ts'
import * as walletOwn from './wallet.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'verb' in value && 'path' in value

/** In the order of the OpenAPI document. */
const modules: readonly object[] = [
  accountsOwn,
  accountsPlaces,
  accountsViews,
  peopleRead,
  peopleEdit,
  peopleHelp,
  peopleImport,
  peopleOwnData,
  peopleProfile,
  peopleRiders,
  signIn,
  signInFirstAdmin,
  signInSecondFactor,
  signInSignUp,
  signInSocial,
  audit,
  bookingsCore,
  bookingsCars,
  bookingsDesk,
  bookingsReceipt,
  bookingsTip,
  catalog,
  chat,
  cities,
  demo,
  desk,
  deskBoard,
  dispatch,
  dispatchAssign,
  files,
  languagesRead,
  languagesAdmin,
  messagesCore,
  messagesCampaigns,
  messagesPush,
  paymentsCore,
  paymentsAdmin,
  paymentsRecords,
  placesCore,
  placesFunctions,
  placesEngines,
  placesOperator,
  placesWays,
  promos,
  reportsFigures,
  reportsStatements,
  reportsTrends,
  settings,
  settingsProposal,
  system,
  trips,
  tripsShare,
  walletOwn,
  walletAdmin,
  walletBooks,
  walletJournal,
  walletCredits,
  walletEarnings,
]

/** Every endpoint with its area: the first word of its verb. */
export const endpoints: readonly { area: string; endpoint: Endpoint }[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
  .map((endpoint) => ({ area: endpoint.verb.replace(/\..*/, ''), endpoint }))
