// Promise: a request to an address that somebody gave us reaches a public network or nothing, whatever its name resolves to.
// The check is made on the very addresses the connection uses, so a name that changes between check and use gains nothing.
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { makeOutage } from './ports.ts'
import { callOutside, reachService } from './reach.ts'

const inner = new BlockList()
// IANA's special-purpose registries: this machine, private and shared networks, links, documentation, multicast, reserved
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
// tunnels and translations of IPv4 among them: what they lead to cannot be seen
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inner.addSubnet(net, bits, 'ipv6')
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')

/** `::ffff:10.0.0.1`, also written in hexadecimal, is 10.0.0.1. */
const mappedOf = (address: string): string | null => {
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ?? []
  if (high === undefined || low === undefined) return null
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  return bytes.join('.')
}

/** Whether an address is of the public internet. */
const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !inner.check(address, 'ipv4')
  if (version !== 6 || address.includes('%')) return false
  const mapped = mappedOf(address)
  if (mapped !== null) return isPublicAddress(mapped)
  return outer.check(address, 'ipv6') && !inner.check(address, 'ipv6')
}

/** The system's own lookup, always for all addresses of a name. */
export type HostResolver = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** A lookup for connections that knows only public addresses: a name with a single other one is refused. @internal */
export const makePublicLookup =
  (resolve: HostResolver = systemLookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new Error('the name has no address'), '')
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return done(makeOutage('refused', 'the address is not of the public internet'), '')
      }
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }

type OutsidePost = {
  /** https, with a name for a host; http only beside `isTrusted` */
  url: string
  headers: Readonly<Record<string, string | number>>
  body: Buffer | string
  /** for all of it (ms) */
  timeoutMs: number
  /** an address of the operator's own: it may be anywhere */
  isTrusted?: boolean
  resolve?: HostResolver
}

type OutsideAnswer = { status: number; text: string }

/** How much of an answer is read (characters). */
const mostRead = 4096

const agent = new Agent({ keepAlive: true, maxSockets: 32, maxFreeSockets: 8 })

const checkUrl = ({ protocol, hostname, username, password }: URL): void => {
  // no lookup is made for a number: it would pass unseen
  if (protocol !== 'https:' || isIP(hostname.replaceAll(/[[\]]/g, '')) > 0 || username !== '' || password !== '') {
    throw makeOutage('refused', 'the address is not one that may be asked')
  }
}

/** What is given in place of the shared connections where a test resolves names itself. */
const connectionOf = ({ resolve, isTrusted }: OutsidePost) => {
  if (isTrusted) return {}
  return resolve ? { agent: new Agent(), lookup: makePublicLookup(resolve) } : { agent, lookup: makePublicLookup() }
}

/** One POST, never followed elsewhere; its answer is a status and the start of its text. Throws an Outage when none comes. */
export const postOutside = async (post: OutsidePost): Promise<OutsideAnswer> => {
  const { headers, body, timeoutMs, isTrusted = false } = post
  const url = new URL(post.url)
  if (!isTrusted) checkUrl(url)
  const send = url.protocol === 'http:' ? httpRequest : httpsRequest
  const ask = (signal: AbortSignal): Promise<OutsideAnswer> =>
    new Promise((resolve, reject) => {
      const request = send(url, { method: 'POST', headers, signal, ...connectionOf(post) }, (response) => {
        let text = ''
        const finish = () => resolve({ status: response.statusCode ?? 0, text: text.slice(0, mostRead) })
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          if (text.length < mostRead) text += part
          if (text.length < mostRead) return
          finish()
          response.destroy()
        })
        response.on('end', finish)
        response.on('error', reject)
      })
      request.on('error', reject)
      request.end(body)
    })
  return reachService({ service: 'the service', timeoutMs }, (signal) => callOutside(url, 'POST', () => ask(signal)))
}
