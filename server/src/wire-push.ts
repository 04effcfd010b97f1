// The adapters that send notices to devices; each kind, and each host of a browser's push service, has its own circuit breaker.
import { findPushHost } from '@wayfare/core/push'
import type { Push, Services } from './adapters/ports.ts'
import { makeApnsPush } from './adapters/push-apns.ts'
import { makeExpoPush } from './adapters/push-expo.ts'
import { makeFcmPush } from './adapters/push-fcm.ts'
import { makeWebPush, type PushKeys } from './adapters/push-web.ts'
import type { Config } from './config.ts'
import { makeBreaker, type Breaker } from './jobs/breaker.ts'

/** How many hosts have a breaker; beyond that, the least recently used ones are forgotten. */
const mostHosts = 200

const guarded = (push: Push, breakerFor: (token: string) => Breaker): Push => ({
  ...push,
  send: (device, notice) => breakerFor(device.token)(() => push.send(device, notice)),
})

/** One breaker per host, since anybody may register an address at a host that does not answer. */
const makeHostBreakers = (now: () => Date): ((token: string) => Breaker) => {
  const breakers = new Map<string, Breaker>()
  return (token) => {
    const host = findPushHost(token) ?? ''
    const breaker = breakers.get(host) ?? makeBreaker(now)
    breakers.delete(host)
    breakers.set(host, breaker)
    const [oldest] = breakers.keys()
    if (breakers.size > mostHosts && oldest !== undefined) breakers.delete(oldest)
    return breaker
  }
}

/** The operator's contact for push services: the configured one, the site itself, or a placeholder. */
const contactOf = ({ push, publicOrigin }: Config): string =>
  push.contact ?? (publicOrigin?.startsWith('https://') ? publicOrigin : 'mailto:operator@wayfare.invalid')

export const makePush = (config: Config, keys: () => Promise<PushKeys>, now: () => Date): Services['push'] => {
  const { hosts, fcm, apns, expo } = config.push
  const alone = (push: Push): Push => {
    const breaker = makeBreaker(now)
    return guarded(push, () => breaker)
  }
  return {
    web: guarded(makeWebPush({ keys, contact: contactOf(config), hosts }), makeHostBreakers(now)),
    fcm: fcm && alone(makeFcmPush({ ...fcm, now })),
    apns: apns && alone(makeApnsPush({ ...apns, now })),
    expo: expo && alone(makeExpoPush(expo)),
  }
}
