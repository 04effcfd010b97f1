// A notice to many as a form holds it, and what is wrong with it.
import type { Campaign } from '@wayfare/contract/messages-campaigns'
import { longestText, longestTitle } from '@wayfare/contract/messages-push'

export type NotificationDraft = Pick<Campaign, 'deviceType' | 'userType' | 'title' | 'body'>

export const most = { title: longestTitle, body: longestText } as const

/** Text keys. */
export const notificationLabels = {
  title: 'notification_title',
  body: 'notification_body',
  userType: 'notification_users',
  deviceType: 'notification_devices',
} as const

export const blank: NotificationDraft = { deviceType: 'All', userType: 'All', title: '', body: '' }

export const makeNotificationDraft = ({ deviceType, userType, title, body }: NotificationDraft): NotificationDraft => ({
  deviceType,
  userType,
  title,
  body,
})

const problemOf = (text: string, longest: number): string | null => {
  if (text.trim() === '') return 'field_required'
  return text.trim().length > longest ? 'proper_message' : null
}

/** The keys of what is wrong, by field. */
export const checkDraft = (draft: NotificationDraft): Partial<Record<'title' | 'body', string>> =>
  Object.fromEntries(
    (['title', 'body'] as const).flatMap((field) => {
      const key = problemOf(draft[field], most[field])
      return key === null ? [] : [[field, key]]
    }),
  )
