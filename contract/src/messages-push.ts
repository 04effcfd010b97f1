// Push notices: a browser or app registers its device, which then gets notices while no page is open.
import { pushKinds, pushPlatforms, pushScreens } from '@wayfare/core/push'
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const token = z.string().min(10).max(1000)

export const getPush = defineEndpoint({
  verb: 'messages.getPush',
  path: 'GET /push',
  summary: 'What a device needs to register: the key that browsers subscribe with, and the kinds that are set up here.',
  access: 'signedIn',
  output: z.object({
    /** the VAPID public key: 65 bytes in base64url */
    publicKey: z.string(),
    kinds: z.array(z.enum(pushKinds)),
  }),
})

export const registerDevice = defineEndpoint({
  verb: 'messages.registerDevice',
  path: 'POST /push/devices',
  summary:
    'Registers the device for the notices of its person, as long as the session lasts. `token` is what its service gave: the address of a browser’s subscription (with `keys`), or a token of FCM, APNs or Expo. Again with the same token: seen again. At most ten a person, the newest.',
  access: 'signedIn',
  input: z.strictObject({
    kind: z.enum(pushKinds),
    token,
    /** browsers only, in base64url: 65 and 16 bytes */
    keys: z.strictObject({ p256dh: z.string().regex(/^B[\w-]{86}=?$/), auth: z.string().regex(/^[\w-]{22}(==)?$/) }).optional(),
    /** for FCM and Expo, which serve both; not needed for browsers (WEB) and APNs (IOS) */
    platform: z.enum(pushPlatforms).optional(),
  }),
  refusals: ['not_configured', 'bad_request'],
  perMinute: 30,
})

export const removeDevice = defineEndpoint({
  verb: 'messages.removeDevice',
  path: 'POST /push/devices/remove',
  summary: 'Takes one of one’s own devices off; one that is not registered is no failure.',
  access: 'signedIn',
  input: z.strictObject({ token }),
  perMinute: 60,
})

/** Maximum length of the title and text of a notice, in characters. */
export const longestTitle = 100
export const longestText = 500

export const sendNotification = defineEndpoint({
  verb: 'messages.sendNotification',
  path: 'POST /functions/send_notification',
  summary:
    'Sends a notice to the device with this token: to that of the other side of a booking that is going on, a fleet admin to his drivers, an admin to everyone. An unknown token and one without a right to it are the same refusal. The title of a rider or driver begins with his name.',
  access: 'signedIn',
  input: z.strictObject({
    token,
    title: z.string().trim().min(1).max(longestTitle),
    msg: z.string().trim().min(1).max(longestText),
    screen: z.enum(pushScreens),
    /** such as { bookingId } */
    params: z
      .record(z.string().regex(/^\w{1,40}$/), z.string().max(200))
      .refine((params) => JSON.stringify(params).length <= 400, 'at most 400 characters in all')
      .optional(),
  }),
  refusals: ['not_found'],
  perMinute: 20,
})
