// The links of header, drawer and footer.
export const siteLinks = (isSignedIn: boolean): readonly { to: string; key: string }[] => [
  { to: '/', key: 'nav_home' },
  { to: '/bookings', key: isSignedIn ? 'my_account' : 'login_signup' },
  { to: '/about-us', key: 'nav_about' },
  { to: '/privacy-policy', key: 'nav_privacy' },
]

/** Only addresses on the web become links; what an operator typed otherwise is left out. */
export const webAddress = (text: string): string | null => (/^https?:\/\/\S+$/.test(text) ? text : null)
