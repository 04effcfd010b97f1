// Uploaded images and their URLs; images are re-encoded, which removes the camera's metadata.
import { photoKinds } from '@wayfare/core/booking'
import { imageTypes, maxImageBytes } from '@wayfare/core/images'
import { z } from 'zod'
import { bookingView } from './bookings.ts'
import { defineEndpoint, file } from './endpoint.ts'
import { bookingId, userId } from './values.ts'

const upload = { types: imageTypes, maxBytes: maxImageBytes }

/** Reasons to refuse an upload. */
export const imageRefusals = ['image_refused', 'quota_reached'] as const

export const setProfileImage = defineEndpoint({
  verb: 'files.setProfileImage',
  path: 'POST /files/profile-image',
  summary: "Replaces one's profile image: made a square of at most 512 pixels. The answer is its address.",
  access: 'signedIn',
  upload,
  output: z.object({ profileImage: z.string() }),
  refusals: imageRefusals,
  perMinute: 10,
})

export const removeProfileImage = defineEndpoint({
  verb: 'files.removeProfileImage',
  path: 'DELETE /files/profile-image',
  summary: "Removes one's profile image; its address answers not_found from then on.",
  access: 'signedIn',
})

export const getProfileImage = defineEndpoint({
  verb: 'files.getProfileImage',
  path: 'GET /files/users/:uid/profileImage/:name',
  summary: 'A profile image, for whoever has its address: the name in it is random and new with every image.',
  access: 'public',
  input: z.strictObject({ uid: userId, name: z.string().max(100) }),
  output: file,
  download: { types: ['image/webp'] },
  refusals: ['not_found'],
  perMinute: 600,
})

export const replaceLicense = defineEndpoint({
  verb: 'files.replaceLicense',
  path: 'POST /files/driver-documents',
  summary: "Replaces the photo of one's driving licence (at most 2000 pixels each way). The answer is its address.",
  access: ['driver'],
  upload,
  output: z.object({ licenseImage: z.string() }),
  refusals: imageRefusals,
  perMinute: 10,
})

export const getDriverDocument = defineEndpoint({
  verb: 'files.getDriverDocument',
  path: 'GET /files/users/:uid/driverDocuments/:time',
  summary: "A driver's document by the time it was stored (ISO 8601), for the driver, the own fleet admin and admins.",
  access: 'signedIn',
  input: z.strictObject({ uid: userId, time: z.string().max(100) }),
  output: file,
  download: { types: ['image/webp'] },
  refusals: ['not_found'],
})

export const putSignUpDocument = defineEndpoint({
  verb: 'files.putSignUpDocument',
  path: 'POST /files/sign-up-document',
  summary:
    'Takes the photo of a driving licence before the account exists. The token goes along with the sign-up within an hour.',
  access: 'public',
  upload,
  output: z.object({ token: z.string() }),
  refusals: imageRefusals,
  perMinute: 5,
})

const bookingPhoto = { id: bookingId, kind: z.enum(photoKinds) }

export const putBookingPhoto = defineEndpoint({
  verb: 'files.putBookingPhoto',
  path: 'POST /bookings/:id/photos/:kind',
  summary:
    "Keeps the driver's photo of a parcel (at most 2000 pixels each way): pickup_image while ARRIVED, deliver_image while STARTED. Another one takes its place until that step is over.",
  access: ['driver'],
  input: z.strictObject(bookingPhoto),
  upload,
  output: bookingView,
  replies: 'booking',
  refusals: [...imageRefusals, 'not_found', 'wrong_step', 'forbidden'],
  perMinute: 20,
})

export const getBookingPhoto = defineEndpoint({
  verb: 'files.getBookingPhoto',
  path: 'GET /files/bookings/:id/:kind',
  summary:
    'A photo of a parcel, for the rider, the driver, his fleet admin and admins. Its address in the booking is new with every photo.',
  access: 'signedIn',
  input: z.strictObject({ ...bookingPhoto, at: z.string().max(30).optional() }),
  output: file,
  download: { types: ['image/webp'] },
  refusals: ['not_found'],
})

export const putCarImage = defineEndpoint({
  verb: 'files.putCarImage',
  path: 'POST /files/cars',
  summary:
    'Takes a picture for a car type (made at most 640 by 320 pixels). The answer is its address, to be saved with a car type within a day.',
  access: ['admin'],
  upload,
  output: z.object({ image: z.string() }),
  refusals: imageRefusals,
  perMinute: 20,
})

export const getCarImage = defineEndpoint({
  verb: 'files.getCarImage',
  path: 'GET /files/cars/:name',
  summary: 'The picture of a car type, for anyone.',
  access: 'public',
  input: z.strictObject({ name: z.string().max(100) }),
  output: file,
  download: { types: ['image/webp'] },
  refusals: ['not_found'],
  perMinute: 600,
})
