// The links of header, drawer and footer, and what an operator typed as an address.
export const listSiteLinks = (isSignedIn: boolean): readonly { to: string; key: string }[] => [
  { to: '/', key: 'nav_home' },
  { to: '/bookings', key: isSignedIn ? 'my_account' : 'login_signup' },
  { to: '/about-us', key: 'nav_about' },
  { to: '/privacy-policy', key: 'nav_privacy' },
]

/** The footer has room for who would like to drive. */
export const listFooterLinks = (isSignedIn: boolean): ReturnType<typeof listSiteLinks> =>
  isSignedIn ? listSiteLinks(true) : [...listSiteLinks(false), { to: '/drive', key: 'drive_link' }]

/** Only addresses on the web become links; what an operator typed otherwise is left out. */
export const parseWebAddress = (text: string): string | null => (/^https?:\/\/\S+$/i.test(text) ? text : null)

/** A whole address as it is; a name, with or without its @, as the page of that name on the site. */
export const makeSocialAddress = (site: string, text: string): string | null =>
  parseWebAddress(text) ?? (/^@?[A-Za-z0-9._-]+$/.test(text) ? `https://${site}/${text.replace('@', '')}` : null)
