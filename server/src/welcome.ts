// What the terminal shows when the server is ready.
import { getSite, type Config } from './config.ts'
import { demoPassword } from './db/seed-people.ts'

/** Two well-known places in the city; `city` is null for the demo's. `isElsewhere`: the town was made for another country. */
type Ride = { city: string | null; from: string; to: string; isElsewhere?: boolean }

const gothenburg: Ride = { city: null, from: 'Järntorget', to: 'Korsvägen' }

const cityLines = ({ city, isElsewhere = false }: Ride): string[] => {
  if (city === null) return []
  if (!isElsewhere) return [`  The town is in ${city}.`]
  return [
    `  The map is that of ${city}, but people, prices and search are still those of another country. Make a fresh town`,
    '  as the admin on the page City map, or stop here and run: npm run fresh-town',
  ]
}

const demoLines = (ride: Ride): string[] => [
  '',
  `  Sign in, all with the password ${demoPassword}:`,
  '    rider@demo.wayfare.example      books a ride',
  '    driver1@demo.wayfare.example    drives (to driver24)',
  '    fleet@demo.wayfare.example      watches a fleet',
  '    admin@demo.wayfare.example      runs the place',
  '',
  ...cityLines(ride),
  `  Try: open the page, sign in as the rider with one click, book from ${ride.from} to ${ride.to} and watch the car come.`,
  '  Then, in a second window, sign in as driver1, go online, and serve a booking by hand.',
]

/** `firstAdminCode`: null once there is an admin. `ride`: a ride to try in the operator's own city, null for the demo's. */
type Welcome = Messages &
  Pick<Config, 'publicOrigin' | 'host' | 'isProduction'> & {
    firstAdminCode?: string | null
    ride?: Ride | null
    backup?: Config['backup']
  }

/** The code is in the fragment, which browsers never send, so that no proxy logs it. */
const firstAdminLines = (code: string | null, address: string): string[] =>
  code === null
    ? []
    : [
        '',
        '  There is no admin yet. Set up your Wayfare in the browser:',
        `    ${address}/setup#${code}`,
        '  or in a terminal: npm run create-admin',
      ]

type Messages = Pick<Config, 'mail' | 'sms' | 'demo'>

/** Says what does not work without mail or SMS, or where their messages can be read. */
const messageLines = ({ mail, sms, demo }: Messages, address: string): string[] => {
  const missing = [...(mail === null ? ['mail'] : []), ...(sms === null ? ['SMS'] : [])].join(' and ')
  if (missing === '') return []
  if (demo) return ['', `  Signed in as the admin, read the ${missing} that would be sent: ${address}/dev-inbox`]
  const withoutMail = '    Mail (SMTP_URL, MAIL_FROM): nobody can confirm an address, reset a password or be invited.'
  const withoutSms = '    SMS (SMS_WEBHOOK_URL, or TWILIO_ACCOUNT_SID): nobody can sign in by phone.'
  return ['', '  WILL NOT WORK, for it is not configured:', ...(mail ? [] : [withoutMail]), ...(sms ? [] : [withoutSms])]
}

const backupLines = ({ backup, isProduction }: Welcome): string[] => {
  if (backup && backup.at !== null) return ['', `  A backup is written every night at ${backup.at}, to ${backup.folder}`]
  if (!isProduction) return []
  return ['', '  No backup is written by itself: set WAYFARE_BACKUP_AT, or let something else run npm run backup.']
}

export const printWelcome = (config: Welcome, port: number): string => {
  const address = getSite({ ...config, port })
  const people = config.demo ? demoLines(config.ride ?? gothenburg) : firstAdminLines(config.firstAdminCode ?? null, address)
  return [
    '',
    `  Wayfare is ready: ${address}`,
    ...people,
    ...messageLines(config, address),
    ...backupLines(config),
    '',
    `  For programs: ${address}/api/docs`,
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}
