// Promise: whoever asks past Fastify, such as a socket's handshake, is seen at the same address as Fastify sees it at.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The names that TRUST_PROXY may hold beside addresses. */
const namedNets: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether requests from an address come through a proxy of ours. */
export const makeTrustCheck = (trustProxy: string | null): ((address: string) => boolean) => {
  const trusted = new BlockList()
  const entries = trustProxy?.split(',').flatMap((entry) => namedNets[entry] ?? [entry]) ?? []
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  // an address that is none, as a stranger may write one, is nobody's
  return (address) => isIP(address) > 0 && trusted.check(address, familyOf(address))
}

type Asked = { headers: IncomingMessage['headers']; socket: { remoteAddress?: string | undefined } }

/** The last address before the proxies that are trusted; what is written further to the left is hearsay. */
export const makeAddressReader = (trustProxy: string | null): ((request: Asked) => string) => {
  const isTrusted = makeTrustCheck(trustProxy)
  return ({ headers, socket }) => {
    const said = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    const hops = said.map((hop) => hop.trim()).filter((hop) => hop !== '')
    let address = socket.remoteAddress ?? ''
    while (hops.length > 0 && isTrusted(address)) address = hops.pop() ?? ''
    return address
  }
}
