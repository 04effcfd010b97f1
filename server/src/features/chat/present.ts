import type { ChatMessage } from '@wayfare/contract/chat'
import { formatMessageTimes } from '@wayfare/core/chat'
import { toCityTime } from '@wayfare/core/city-time'
import type { UserId } from '@wayfare/core/ids'
import type { TableRow } from '../../db/tables.ts'

type MessageRow = TableRow<'chatMessage'>

/** A message as `reader` sees it: only its writer gets the key given by the own device. */
export const presentMessage = (row: MessageRow, reader: UserId, timeZone: string): ChatMessage => {
  const at = row.at.getTime()
  return {
    id: Number(row.id),
    message: row.message ?? '',
    from: row.fromId,
    driver: row.driverId,
    type: 'msg',
    ...formatMessageTimes(toCityTime(at, timeZone)),
    source: row.source,
    at,
    clientKey: row.fromId === reader ? row.clientKey : null,
  }
}
