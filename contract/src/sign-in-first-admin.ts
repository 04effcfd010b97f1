// Creating the first admin of an installation in the browser, with the code that the server prints at its start.
import { z } from 'zod'
import { me } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'

export const getFirstAdmin = defineEndpoint({
  verb: 'accounts.firstAdmin',
  path: 'GET /accounts/first-admin',
  summary: 'Whether this installation still waits for its first admin.',
  access: 'public',
  output: z.object({ isWanted: z.boolean() }),
  perMinute: 60,
})

export const createFirstAdmin = defineEndpoint({
  verb: 'accounts.createFirstAdmin',
  path: 'POST /accounts/first-admin',
  summary:
    'Makes the first admin and signs in. `code` is printed at the start of the server for as long as there is no admin; spaces, dashes and letter case do not matter.',
  access: 'public',
  input: z.strictObject({
    code: z.string().max(60),
    firstName: z.string().max(80),
    lastName: z.string().max(80),
    email: z.string().max(254),
    password: z.string().max(200),
  }),
  output: z.object({ me, token: z.string() }),
  refusals: [
    'first_admin_there',
    'first_admin_code',
    'proper_input_name',
    'proper_email',
    'password_blank_messege',
    'password_alphaNumeric_check',
    'password_length',
    'password_common',
    'user_exists',
    'reg_error',
    'base_settings_error_1',
    'base_settings_error_2',
  ],
  perMinute: 10,
})
