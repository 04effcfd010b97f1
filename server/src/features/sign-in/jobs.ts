import type { Jobs } from '../../jobs/queue.ts'
import { sendResetLink } from './commands-password.ts'

export const jobs: Jobs = {
  'accounts.forgotPassword': (deps, { sealed }) => sendResetLink(deps, sealed),
}
