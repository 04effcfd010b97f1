// Every page of the site: its path, who may see it, and where it is.
import type { Role } from '@wayfare/core/accounts'
import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { queryClient } from './api/query-client.ts'
import { readRoleHint } from './api/role-hint.ts'
import { BrokenPage } from './broken-page.tsx'
import { PublicLayout } from './public-layout.tsx'
import { RoleGuard } from './role-guard.tsx'
import { RootLayout } from './root-layout.tsx'
import { Spinner } from './ui/spinner.tsx'
import { fetchPart, makeLazyPart } from './ui/lazy-part.ts'

type Page = ComponentType

/** A page for the router: fetched when its path is opened. */
const lazily = (load: () => Promise<Page>) => async () => ({ Component: await fetchPart(load) })

const home = async () => (await import('./features/public/home-page.tsx')).HomePage
const appLayout = async () => (await import('./app-layout.tsx')).AppLayout

const riderBookings = makeLazyPart(async () => (await import('./features/rider/bookings-page.tsx')).BookingsPage)
const bookingDetail = makeLazyPart(async () => (await import('./features/rider/booking-detail-page.tsx')).BookingDetailPage)
const loadTasks = async () => (await import('./features/driver/tasks-page.tsx')).TasksPage
const driverTasks = makeLazyPart(loadTasks)
const earningsPage = makeLazyPart(async () => (await import('./features/driver/earnings-page.tsx')).EarningsPage)
const fleetBookings = makeLazyPart(async () => (await import('./features/fleet/bookings-page.tsx')).FleetBookingsPage)
const loadDashboard = async () => (await import('./features/fleet/dashboard-page.tsx')).DashboardPage
const fleetDashboard = makeLazyPart(loadDashboard)
/** One page for the people of every role. */
const peoplePageOf = (userType: Role) =>
  makeLazyPart(async () => {
    const { PeoplePage } = await import('./features/fleet/people-page.tsx')
    return () => <PeoplePage userType={userType} />
  })
const driversPage = peoplePageOf('driver')
const appInfoPage = makeLazyPart(async () => (await import('./features/admin/app-info-page.tsx')).AppInfoPage)
const languageSettingsPage = makeLazyPart(
  async () => (await import('./features/admin/language-settings-page.tsx')).LanguageSettingsPage,
)
const settingsPage = makeLazyPart(async () => (await import('./features/admin/settings-page.tsx')).SettingsPage)

const profilePage = makeLazyPart(async () => (await import('./features/profile/profile-page.tsx')).ProfilePage)

const auditPage = makeLazyPart(async () => (await import('./features/admin/audit-page.tsx')).AuditPage)
const booksPage = makeLazyPart(async () => (await import('./features/admin/books-page.tsx')).BooksPage)
const statementsPage = makeLazyPart(async () => (await import('./features/statements/statements-page.tsx')).StatementsPage)
const receiptPage = makeLazyPart(async () => (await import('./features/receipt/receipt-page.tsx')).ReceiptPage)

const addBookingPage = makeLazyPart(async () => (await import('./features/admin/add-booking-page.tsx')).AddBookingPage)
const carTypesPage = makeLazyPart(async () => (await import('./features/admin/car-types-page.tsx')).CarTypesPage)
const cancelReasonsPage = makeLazyPart(async () => (await import('./features/admin/cancel-reasons-page.tsx')).CancelReasonsPage)
const driverEarningsPage = makeLazyPart(
  async () => (await import('./features/fleet/driver-earnings-page.tsx')).DriverEarningsPage,
)
const earningReportsPage = makeLazyPart(
  async () => (await import('./features/admin/earning-reports-page.tsx')).EarningReportsPage,
)
const operatorPlacesPage = makeLazyPart(
  async () => (await import('./features/admin/operator-places-page.tsx')).OperatorPlacesPage,
)
const promosPage = makeLazyPart(async () => (await import('./features/admin/promos-page.tsx')).PromosPage)
const withdrawsPage = makeLazyPart(async () => (await import('./features/admin/withdraws-page.tsx')).WithdrawsPage)
const addToWalletPage = makeLazyPart(async () => (await import('./features/admin/add-to-wallet-page.tsx')).AddToWalletPage)
const walletPage = makeLazyPart(async () => (await import('./features/wallet/wallet-page.tsx')).WalletPage)
const embedPage = makeLazyPart(async () => (await import('./features/payments/embed-page.tsx')).EmbedPage)
const paymentPage = makeLazyPart(async () => (await import('./features/payments/payment-page.tsx')).PaymentPage)
const citiesPage = makeLazyPart(async () => (await import('./features/admin/cities-page.tsx')).CitiesPage)
const paymentsPage = makeLazyPart(async () => (await import('./features/admin/payments-page.tsx')).PaymentsPage)
const notificationsPage = makeLazyPart(async () => (await import('./features/admin/notifications-page.tsx')).NotificationsPage)
const systemPage = makeLazyPart(async () => (await import('./features/admin/system-page.tsx')).SystemPage)
const devInboxPage = makeLazyPart(async () => (await import('./features/admin/dev-inbox-page.tsx')).DevInboxPage)

/** Pages for anyone. @internal */
export const publicPages: readonly { path: string; page: () => Promise<Page> }[] = [
  { path: '/', page: home },
  { path: '/login', page: async () => (await import('./features/auth/login-page.tsx')).LoginPage },
  { path: '/register', page: async () => (await import('./features/auth/register-page.tsx')).RegisterPage },
  { path: '/setup', page: async () => (await import('./features/admin/setup-page.tsx')).SetupPage },
  { path: '/drive', page: async () => (await import('./features/auth/drive-page.tsx')).DrivePage },
  {
    path: '/reset-password',
    page: async () => (await import('./features/auth/reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    path: '/verify-email',
    page: async () => (await import('./features/auth/verify-email-page.tsx')).VerifyEmailPage,
  },
  { path: '/follow', page: async () => (await import('./features/public/follow-page.tsx')).FollowPage },
  { path: '/about-us', page: async () => (await import('./features/public/about-page.tsx')).AboutPage },
  {
    path: '/privacy-policy',
    page: async () => (await import('./features/public/privacy-page.tsx')).PrivacyPage,
  },
  // an unknown path shows home
  { path: '*', page: home },
]

/** Pages for the roles that have one; others are sent to sign in. @internal */
export const guardedPages: readonly { path: string; pages: Partial<Record<Role, Page>> }[] = [
  {
    path: '/bookings',
    pages: { rider: riderBookings, driver: driverTasks, fleetadmin: fleetBookings, admin: fleetBookings },
  },
  {
    path: '/bookings/:id',
    pages: { rider: bookingDetail, driver: driverTasks, fleetadmin: fleetBookings, admin: fleetBookings },
  },
  { path: '/bookings/:id/receipt', pages: { rider: receiptPage, fleetadmin: receiptPage, admin: receiptPage } },
  { path: '/dashboard', pages: { fleetadmin: fleetDashboard, admin: fleetDashboard } },
  { path: '/riders', pages: { admin: peoplePageOf('rider') } },
  { path: '/drivers', pages: { fleetadmin: driversPage, admin: driversPage } },
  { path: '/fleetadmins', pages: { admin: peoplePageOf('fleetadmin') } },
  { path: '/alladmin', pages: { admin: peoplePageOf('admin') } },
  { path: '/profile', pages: { rider: profilePage, driver: profilePage, fleetadmin: profilePage, admin: profilePage } },
  { path: '/addbookings', pages: { admin: addBookingPage } },
  { path: '/cartypes', pages: { admin: carTypesPage } },
  { path: '/cancelreasons', pages: { admin: cancelReasonsPage } },
  { path: '/driverearning', pages: { fleetadmin: driverEarningsPage, admin: driverEarningsPage } },
  { path: '/earningreports', pages: { admin: earningReportsPage } },
  { path: '/places', pages: { admin: operatorPlacesPage } },
  { path: '/promos', pages: { admin: promosPage } },
  { path: '/notifications', pages: { admin: notificationsPage } },
  { path: '/earnings', pages: { driver: earningsPage } },
  { path: '/wallet', pages: { rider: walletPage, driver: walletPage } },
  { path: '/addtowallet', pages: { admin: addToWalletPage } },
  { path: '/withdraws', pages: { admin: withdrawsPage } },
  { path: '/pay/:provider/:paymentId', pages: { rider: embedPage, driver: embedPage } },
  { path: '/payments', pages: { admin: paymentsPage } },
  { path: '/payments/:id', pages: { rider: paymentPage, driver: paymentPage, admin: paymentsPage } },
  { path: '/statements', pages: { driver: statementsPage, fleetadmin: statementsPage, admin: statementsPage } },
  { path: '/books', pages: { admin: booksPage } },
  { path: '/audit', pages: { admin: auditPage } },
  { path: '/appinfo', pages: { admin: appInfoPage } },
  { path: '/settings', pages: { admin: settingsPage } },
  { path: '/citymap', pages: { admin: citiesPage } },
  { path: '/system', pages: { admin: systemPage } },
  { path: '/languagesetting', pages: { admin: languageSettingsPage } },
  { path: '/dev-inbox', pages: { admin: devInboxPage } },
]

const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    hydrateFallbackElement: <Spinner />,
    errorElement: <BrokenPage />,
    children: [
      {
        element: <PublicLayout />,
        children: publicPages.map(({ path, page }) => ({ path, lazy: lazily(page) })),
      },
      {
        lazy: lazily(appLayout),
        children: guardedPages.map(({ path, pages }) => ({ path, element: <RoleGuard pages={pages} /> })),
      },
    ],
  },
]

const startTasks = async () => {
  const [{ startReads }] = await Promise.all([import('./features/driver/first-reads.ts'), loadTasks()])
  startReads(queryClient)
}
const startDashboard = async () => {
  const [{ startReads }] = await Promise.all([import('./features/fleet/first-reads.ts'), loadDashboard()])
  startReads(queryClient)
}

/** By path and role, the first pages whose files and reads the server named in the head. */
const firstPages: Readonly<Record<string, Readonly<Record<string, () => Promise<void>>>>> = {
  '/bookings': { driver: startTasks },
  '/dashboard': { fleetadmin: startDashboard, admin: startDashboard },
}

/** While the words of the page are on their way its first page is made ready, so that it stands at once and not after a waiting sign. */
const startFirstPage = () => {
  const start = firstPages[window.location.pathname]?.[readRoleHint() ?? '']
  // the page itself asks again for what did not come
  void start?.().catch(() => undefined)
}

export const makeRouter = () => {
  startFirstPage()
  return createBrowserRouter(routes)
}
