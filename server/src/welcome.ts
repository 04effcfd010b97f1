// What the terminal shows when the server is ready.
import type { Config } from './config.ts'
import { demoPassword } from './db/seed-people.ts'

const demoLines = (): string[] => [
  '',
  `  Sign in, all with the password ${demoPassword}:`,
  '    rider@demo.wayfare.example      books a ride',
  '    driver1@demo.wayfare.example    drives (to driver10)',
  '    fleet@demo.wayfare.example      watches a fleet',
  '    admin@demo.wayfare.example      runs the place',
  '',
  '  Try: open the page, sign in as the rider with one click, book from Järntorget to Korsvägen and watch the car come.',
  '  Then, in a second window, sign in as driver1, go online, and serve a booking by hand.',
]

export const welcome = (config: Pick<Config, 'demo' | 'publicOrigin' | 'host'>, port: number): string => {
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host
  const address = config.publicOrigin ?? `http://${host}:${port}`
  const people = config.demo ? demoLines() : ['', '  The first admin is made by: npm run create-admin']
  return [
    '',
    `  Wayfare is ready: ${address}`,
    ...people,
    '',
    `  For programs: ${address}/api/docs`,
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}
