import type { DevMessage } from '@wayfare/contract/messages'
import type { DevMessageRow } from './queries.ts'

export const presentDevMessage = (
  { id, recipient, body, createdAt, kind, subject, direction }: DevMessageRow,
  isHidden: boolean,
): DevMessage => ({
  id: String(id),
  kind,
  to: isHidden ? null : recipient,
  subject,
  text: body,
  direction,
  createdAt: createdAt.getTime(),
})
