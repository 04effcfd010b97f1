// The photo of a driver's licence as the desk keeps it: for one who was added there, or sent a better one by mail.
import { imageTypes, maxImageBytes } from '@wayfare/core/images'
import { z } from 'zod'
import { person } from './accounts-people.ts'
import { defineEndpoint } from './endpoint.ts'
import { imageRefusals } from './files.ts'
import { userId } from './values.ts'

export const setLicense = defineEndpoint({
  verb: 'accounts.setLicense',
  path: 'POST /people/:id/license',
  summary:
    "Replaces the photo of a driver's licence (at most 2000 pixels each way); the one before stays readable for thirty days. A fleet admin does so for the own drivers.",
  access: ['admin', 'fleetadmin'],
  input: z.strictObject({ id: userId }),
  upload: { types: imageTypes, maxBytes: maxImageBytes },
  output: person,
  refusals: [...imageRefusals, 'not_found', 'demo_mode'],
  perMinute: 30,
})
