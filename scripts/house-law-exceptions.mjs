// Exceptions to the house rules, with reasons.

/** An exception that is no longer needed is reported, so the list only shrinks. */
export const exceptions = [
  { path: 'citymap/src/city.ts', rule: 'tunnel', reason: 'the one door of the map engine: its inner files may change behind it' },
  { path: 'server/src/features/bookings/queries.ts', rule: 'tunnel', reason: 'what others read out of a row of a booking' },
  { path: 'core/src/city-time.ts', rule: 'state', reason: 'making a formatter takes longer than using it a hundred times' },
  { path: 'citymap/src/worker.ts', rule: 'state', reason: 'the thread is the engine' },
  {
    path: 'server/src/adapters/payments/paypal.ts',
    rule: 'state',
    reason: 'tokens and certificates that PayPal gives for hours',
  },
  { path: 'server/src/features/dispatch/commands-tasks.ts', rule: 'state', reason: 'who waits here holds no connection' },
  { path: 'server/src/http/pdf-fonts.ts', rule: 'state', reason: 'fonts are read from the disk once' },
  { path: 'web/src/ui/filter-chips.tsx', rule: 'business', reason: "the text's key is kept: operators may have written it" },
  // pages that choose wording or placement by the user's own role, which is not a permission check
  { path: 'web/src/account-menu.tsx', rule: 'role', reason: 'where the own account is' },
  {
    path: 'web/src/api/live-cache.ts',
    rule: 'role',
    reason: 'a driver is told of bookings that are not his yet, and his record knows of debts',
  },
  {
    path: 'web/src/features/fleet/dashboard-page.tsx',
    rule: 'role',
    reason: 'the title names the fleet; a fleet has no figures of the house',
  },
  { path: 'web/src/features/fleet/job-board.tsx', rule: 'role', reason: 'no booking is of a fleet before a driver has it' },
  {
    path: 'web/src/features/fleet/people-import-dialog.tsx',
    rule: 'role',
    reason: 'a fleet admin is told that not all people were looked at',
  },
  { path: 'web/src/features/profile/picture-card.tsx', rule: 'role', reason: 'drivers alone are approved' },
  { path: 'web/src/features/profile/profile-page.tsx', rule: 'role', reason: 'drivers alone have a vehicle and a licence' },
  { path: 'web/src/features/public/booking-form.tsx', rule: 'role', reason: 'riders say first where to' },
  {
    path: 'web/src/features/public/home-page.tsx',
    rule: 'role',
    reason: 'riders have a home of their own, drivers another way on',
  },
  { path: 'web/src/public-layout.tsx', rule: 'role', reason: 'riders get the app' },
  {
    path: 'web/src/shared/cancel-dialog.tsx',
    rule: 'role',
    reason: 'what it costs a rider now; the desk cancels free of charge',
  },
  { path: 'web/src/shared/chat-button.tsx', rule: 'role', reason: 'whom one writes to' },
  { path: 'web/src/shared/chat-panel.tsx', rule: 'role', reason: 'whom one writes to' },
  { path: 'web/src/shared/push-offer.tsx', rule: 'role', reason: 'what there is to hear' },
]
