// Every page of the site: its path, who may see it, and where it is.
import type { Role } from '@wayfare/core/accounts'
import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import type { RouteObject } from 'react-router'
import { BrokenPage } from './broken-page.tsx'
import { RoleGuard } from './role-guard.tsx'
import { RootLayout } from './root-layout.tsx'
import { Spinner } from './ui/spinner.tsx'
import { fetchPart, makeLazyPart } from './ui/lazy-part.ts'

type Page = ComponentType

const home = () => import('./features/public/home-page.tsx').then(({ HomePage }) => ({ Component: HomePage }))
const publicLayout = () => import('./public-layout.tsx').then(({ PublicLayout }) => ({ Component: PublicLayout }))
const appLayout = () => import('./app-layout.tsx').then(({ AppLayout }) => ({ Component: AppLayout }))

const riderBookings = makeLazyPart(() =>
  import('./features/rider/bookings-page.tsx').then((all) => ({ default: all.BookingsPage })),
)
const bookingDetail = makeLazyPart(() =>
  import('./features/rider/booking-detail-page.tsx').then((all) => ({ default: all.BookingDetailPage })),
)
const driverTasks = makeLazyPart(() => import('./features/driver/tasks-page.tsx').then((all) => ({ default: all.TasksPage })))
const fleetBookings = makeLazyPart(() =>
  import('./features/fleet/bookings-page.tsx').then((all) => ({ default: all.FleetBookingsPage })),
)
const fleetDashboard = makeLazyPart(() =>
  import('./features/fleet/dashboard-page.tsx').then((all) => ({ default: all.DashboardPage })),
)
/** One page for the people of every role. */
const peoplePageOf = (userType: Role) =>
  makeLazyPart(() =>
    import('./features/fleet/people-page.tsx').then(({ PeoplePage }) => ({ default: () => <PeoplePage userType={userType} /> })),
  )
const driversPage = peoplePageOf('driver')
const appInfoPage = makeLazyPart(() => import('./features/admin/app-info-page.tsx').then((all) => ({ default: all.AppInfoPage })))
const languageSettingsPage = makeLazyPart(() =>
  import('./features/admin/language-settings-page.tsx').then((all) => ({ default: all.LanguageSettingsPage })),
)
const settingsPage = makeLazyPart(() =>
  import('./features/admin/settings-page.tsx').then((all) => ({ default: all.SettingsPage })),
)

const profilePage = makeLazyPart(() =>
  import('./features/profile/profile-page.tsx').then((all) => ({ default: all.ProfilePage })),
)

const auditPage = makeLazyPart(() => import('./features/admin/audit-page.tsx').then((all) => ({ default: all.AuditPage })))
const booksPage = makeLazyPart(() => import('./features/admin/books-page.tsx').then((all) => ({ default: all.BooksPage })))
const statementsPage = makeLazyPart(() =>
  import('./features/statements/statements-page.tsx').then((all) => ({ default: all.StatementsPage })),
)
const receiptPage = makeLazyPart(() =>
  import('./features/receipt/receipt-page.tsx').then((all) => ({ default: all.ReceiptPage })),
)

const addBookingPage = makeLazyPart(() =>
  import('./features/admin/add-booking-page.tsx').then((all) => ({ default: all.AddBookingPage })),
)
const carTypesPage = makeLazyPart(() =>
  import('./features/admin/car-types-page.tsx').then((all) => ({ default: all.CarTypesPage })),
)
const cancelReasonsPage = makeLazyPart(() =>
  import('./features/admin/cancel-reasons-page.tsx').then((all) => ({ default: all.CancelReasonsPage })),
)
const driverEarningsPage = makeLazyPart(() =>
  import('./features/fleet/driver-earnings-page.tsx').then((all) => ({ default: all.DriverEarningsPage })),
)
const earningReportsPage = makeLazyPart(() =>
  import('./features/admin/earning-reports-page.tsx').then((all) => ({ default: all.EarningReportsPage })),
)
const promosPage = makeLazyPart(() => import('./features/admin/promos-page.tsx').then((all) => ({ default: all.PromosPage })))
const withdrawsPage = makeLazyPart(() =>
  import('./features/admin/withdraws-page.tsx').then((all) => ({ default: all.WithdrawsPage })),
)
const addToWalletPage = makeLazyPart(() =>
  import('./features/admin/add-to-wallet-page.tsx').then((all) => ({ default: all.AddToWalletPage })),
)
const walletPage = makeLazyPart(() => import('./features/wallet/wallet-page.tsx').then((all) => ({ default: all.WalletPage })))
const embedPage = makeLazyPart(() => import('./features/payments/embed-page.tsx').then((all) => ({ default: all.EmbedPage })))
const paymentPage = makeLazyPart(() =>
  import('./features/payments/payment-page.tsx').then((all) => ({ default: all.PaymentPage })),
)
const paymentsPage = makeLazyPart(() =>
  import('./features/admin/payments-page.tsx').then((all) => ({ default: all.PaymentsPage })),
)
const notificationsPage = makeLazyPart(() =>
  import('./features/admin/notifications-page.tsx').then((all) => ({ default: all.NotificationsPage })),
)
const devInboxPage = makeLazyPart(() =>
  import('./features/admin/dev-inbox-page.tsx').then((all) => ({ default: all.DevInboxPage })),
)

/** Pages for anyone. @internal */
export const publicPages: readonly { path: string; page: () => Promise<{ Component: Page }> }[] = [
  { path: '/', page: home },
  { path: '/login', page: () => import('./features/auth/login-page.tsx').then((all) => ({ Component: all.LoginPage })) },
  { path: '/register', page: () => import('./features/auth/register-page.tsx').then((all) => ({ Component: all.RegisterPage })) },
  { path: '/drive', page: () => import('./features/auth/drive-page.tsx').then((all) => ({ Component: all.DrivePage })) },
  {
    path: '/reset-password',
    page: () => import('./features/auth/reset-password-page.tsx').then((all) => ({ Component: all.ResetPasswordPage })),
  },
  {
    path: '/verify-email',
    page: () => import('./features/auth/verify-email-page.tsx').then((all) => ({ Component: all.VerifyEmailPage })),
  },
  { path: '/about-us', page: () => import('./features/public/about-page.tsx').then((all) => ({ Component: all.AboutPage })) },
  {
    path: '/privacy-policy',
    page: () => import('./features/public/privacy-page.tsx').then((all) => ({ Component: all.PrivacyPage })),
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
  { path: '/promos', pages: { admin: promosPage } },
  { path: '/notifications', pages: { admin: notificationsPage } },
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
        lazy: () => fetchPart(publicLayout),
        children: publicPages.map(({ path, page }) => ({ path, lazy: () => fetchPart(page) })),
      },
      {
        lazy: () => fetchPart(appLayout),
        children: guardedPages.map(({ path, pages }) => ({ path, element: <RoleGuard pages={pages} /> })),
      },
    ],
  },
]

export const makeRouter = () => createBrowserRouter(routes)
