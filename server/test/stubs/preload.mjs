// For a server process under test: node --import ./server/test/stubs/preload.mjs server/dist/main.js, with the stubs' ports in
// WAYFARE_STUB_FACEBOOK, WAYFARE_STUB_APPLE, WAYFARE_STUB_STRIPE and WAYFARE_STUB_PAYFAST. The server itself knows none of
// them: it has no way to ask other hosts.
import { redirectHosts } from './hosts.mjs'

const given = {
  'facebook.com': process.env.WAYFARE_STUB_FACEBOOK,
  'apple.com': process.env.WAYFARE_STUB_APPLE,
  'stripe.com': process.env.WAYFARE_STUB_STRIPE,
  'payfast.co.za': process.env.WAYFARE_STUB_PAYFAST,
}
redirectHosts(Object.fromEntries(Object.entries(given).flatMap(([domain, port]) => (port ? [[domain, Number(port)]] : []))))
