// Campaigns: notices from the desk to many devices; drafts, audience counts, sending, and history.
import { campaignDevices, campaignStates, campaignUsers } from '@wayfare/core/campaigns'
import { z } from 'zod'
import { defineEndpoint, mostRowsInXlsx, sheetFormat, sheetExport } from './endpoint.ts'
import { longestText, longestTitle } from './messages-push.ts'
import { epochMs, defineId, userId, version, pageOf } from './values.ts'

const campaignId = defineId('campaign')

const audience = { deviceType: z.enum(campaignDevices), userType: z.enum(campaignUsers) }

const words = {
  title: z.string().trim().min(1).max(longestTitle),
  body: z.string().trim().min(1).max(longestText),
}

const fields = { ...audience, ...words }

const count = z.number().int()

/** A notification of the specification. Its figures count devices, except `recipients`, which counts people. */
export const campaign = z.object({
  id: campaignId,
  ...fields,
  state: z.enum(campaignStates),
  version,
  createdAt: epochMs,
  /** the author's name */
  createdBy: z.string(),
  createdById: userId.nullable(),
  sentAt: epochMs.nullable(),
  /** when the last device was handled, or the campaign was stopped */
  endedAt: epochMs.nullable(),
  /** people in the audience when it was sent; zero for a draft */
  recipients: count,
  devices: count,
  /** accepted by the device's push service */
  delivered: count,
  /** refused, gone, or not known to have been accepted */
  failed: count,
  /** still to be sent while it runs; left out once it was stopped */
  pending: count,
})
export type Campaign = z.infer<typeof campaign>

/** A minus means descending. */
export const campaignSorts = ['date', '-date', 'title', '-title', 'devices', '-devices'] as const

const filter = {
  state: z.enum(campaignStates).optional(),
  /** part of the title or the text */
  search: z.string().trim().max(100).default(''),
  sort: z.enum(campaignSorts).default('-date'),
}

export const listCampaigns = defineEndpoint({
  verb: 'messages.listCampaigns',
  path: 'GET /notifications',
  summary: 'The notices that the desk has sent or drafted, newest first unless sorted (fetchNotifications).',
  access: ['admin'],
  input: z.strictObject({
    ...filter,
    ...pageOf(25),
  }),
  output: z.object({
    campaigns: z.array(campaign),
    nextCursor: z.string().nullable(),
    /** total, capped at mostCounted plus one for any higher number; null on later pages */
    count: count.nullable(),
  }),
})

export const exportCampaigns = defineEndpoint({
  verb: 'messages.exportCampaigns',
  path: 'GET /notifications/export',
  summary: `The same rows as CSV or (at most ${mostRowsInXlsx}, else sheet_too_long) XLSX.`,
  access: ['admin'],
  input: z.strictObject({ ...filter, format: sheetFormat }),
  ...sheetExport,
})

export const countAudience = defineEndpoint({
  verb: 'messages.countAudience',
  path: 'GET /notifications/audience',
  summary: 'Whom a notice would reach now: approved riders and drivers with a device, and their devices by platform.',
  access: ['admin'],
  input: z.strictObject(audience),
  output: z.object({ recipients: count, devices: z.object({ ANDROID: count, IOS: count, WEB: count }) }),
})

export const getCampaign = defineEndpoint({
  verb: 'messages.getCampaign',
  path: 'GET /notifications/:id',
  summary: 'One of them, as it is now.',
  access: ['admin'],
  input: z.strictObject({ id: campaignId }),
  output: campaign,
  refusals: ['not_found'],
})

export const addCampaign = defineEndpoint({
  verb: 'messages.addCampaign',
  path: 'POST /notifications',
  summary: 'Keeps a draft (editNotifications Add). Nothing is sent.',
  access: ['admin'],
  input: z.strictObject(fields),
  output: campaign,
})

export const changeCampaign = defineEndpoint({
  verb: 'messages.changeCampaign',
  path: 'PUT /notifications/:id',
  summary: 'Changes a draft (editNotifications Update). What was sent stays as it is.',
  access: ['admin'],
  input: z.strictObject({ id: campaignId, version: version.optional(), ...fields }),
  output: campaign,
  refusals: ['not_found', 'notification_sent', 'row_changed'],
})

export const removeCampaign = defineEndpoint({
  verb: 'messages.removeCampaign',
  path: 'DELETE /notifications/:id',
  summary: 'Removes a draft (editNotifications Delete). What was sent stays in the history.',
  access: ['admin'],
  input: z.strictObject({ id: campaignId }),
  refusals: ['not_found', 'notification_sent'],
})

export const sendCampaign = defineEndpoint({
  verb: 'messages.sendCampaign',
  path: 'POST /notifications/:id/send',
  summary:
    'Sends a draft to everyone it is for, once and in the background (sendNotification). With nobody to reach it stays a draft. `version`: as it was read before the question; another one is refused.',
  access: ['admin'],
  input: z.strictObject({ id: campaignId, version: version.optional() }),
  output: campaign,
  refusals: ['not_found', 'notification_sent', 'row_changed', 'no_user_match', 'demo_mode'],
  once: 'required',
})

export const stopCampaign = defineEndpoint({
  verb: 'messages.stopCampaign',
  path: 'POST /notifications/:id/stop',
  summary: 'Stops one that is going out: devices it was not yet handed over for are left out, for good.',
  access: ['admin'],
  input: z.strictObject({ id: campaignId }),
  output: campaign,
  refusals: ['not_found', 'notification_not_running'],
})

export const testCampaign = defineEndpoint({
  verb: 'messages.testCampaign',
  path: 'POST /notifications/test',
  summary: "Sends these words to the admin's own devices and to nobody else.",
  access: ['admin'],
  input: z.strictObject(words),
  output: z.object({ devices: count }),
  refusals: ['no_own_device', 'demo_mode'],
  perMinute: 10,
})
