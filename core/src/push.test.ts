import { expect, test } from 'vitest'
import { findPushHost, isHostListed, isPushToken, pushHosts } from './push.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQY%3d',
  'https://web.push.apple.com/QGuQyavXutnMH',
])('%s is the address of a push service', (address) => {
  expect(isPushToken('web', address, pushHosts)).toBe(true)
})

test.each([
  ['plain http', 'http://fcm.googleapis.com/fcm/send/a'],
  ['another port', 'https://fcm.googleapis.com:8443/fcm/send/a'],
  ['a password', 'https://me:pw@fcm.googleapis.com/fcm/send/a'],
  ['a host before the host', 'https://fcm.googleapis.com@10.0.0.1/a'],
  ['a number', 'https://127.0.0.1/fcm/send/a'],
  ['a number in brackets', 'https://[::1]/a'],
  ['this machine', 'https://localhost/a'],
  ['the name as a part of another', 'https://fcm.googleapis.com.evil.example/a'],
  ['the end of a name', 'https://evilpush.services.mozilla.com/a'],
  ['the domain itself', 'https://.push.services.mozilla.com/a'],
  ['capitals that hide another letter', 'https://FCM.googleapis.com/a'],
  ['a line end', 'https://fcm.googleapis.com/a\r\nHost: x'],
  ['a back slash', 'https:\\\\fcm.googleapis.com/a'],
  ['no path', 'https://fcm.googleapis.com'],
  ['something before it', 'xhttps://fcm.googleapis.com/a'],
  ['too long', `https://fcm.googleapis.com/${'a'.repeat(1000)}`],
])('an address with %s is refused', (_why, address) => {
  expect(isPushToken('web', address, pushHosts)).toBe(false)
})

test('an operator may add hosts of his own, by name or with all names in front', () => {
  const hosts = [...pushHosts, 'push.example', '*.up.example']
  expect(['push.example', 'a.up.example', 'a.b.up.example', 'PUSH.example'].map((host) => isHostListed(host, hosts))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['up.example', 'xpush.example', 'a.push.example'].map((host) => isHostListed(host, hosts))).toEqual([
    false,
    false,
    false,
  ])
  expect(findPushHost('https://push.example/x?y')).toBe('push.example')
})

test('tokens of apps have the shape of their kind', () => {
  const good = [
    isPushToken('fcm', 'dJ8kX-1yRZ_abc:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx', []),
    isPushToken('apns', '0a'.repeat(32), []),
    isPushToken('apns', '0A'.repeat(80), []),
    isPushToken('expo', 'ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]', []),
    isPushToken('expo', 'ExpoPushToken[aB3-xxxxxxxxx_]', []),
  ]
  const bad = [
    isPushToken('fcm', '../../messages', []),
    isPushToken('apns', '0a'.repeat(31), []),
    isPushToken('apns', `${'0a'.repeat(32)}/../x`, []),
    isPushToken('expo', 'ExponentPushToken[]', []),
    isPushToken('expo', 'xExpoPushToken[aB3-xxxxxxxxx_]', []),
    isPushToken('expo', 'ExpoPushToken[aB3-xxxxxxxxx_]x', []),
    isPushToken('apns', `x${'0a'.repeat(32)}`, []),
    isPushToken('fcm', `/${'a'.repeat(30)}`, []),
    isPushToken('fcm', `${'a'.repeat(30)}/`, []),
    isPushToken('expo', 'https://fcm.googleapis.com/a', []),
  ]
  expect([good, bad]).toEqual([Array(5).fill(true), Array(10).fill(false)])
})
