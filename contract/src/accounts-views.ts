// Saved table views: a person's named filters, each with the table's layout.
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Tables that can have saved views. */
export const viewTables = ['bookings', 'riders', 'drivers', 'fleetadmins', 'admins'] as const

/** Most views per person and table. */
export const mostViews = 30

const name = z.string().trim().min(1).max(40)

export const tableView = z.object({
  name,
  /** the query string of the page's address */
  query: z.string().max(1000),
  /** column ids in their order, and the hidden ones; null: the table's default */
  layout: z
    .strictObject({
      order: z.array(z.string().max(40)).max(60),
      hidden: z.array(z.string().max(40)).max(60),
      dense: z.boolean(),
    })
    .nullable(),
})
export type TableView = z.infer<typeof tableView>

const table = z.enum(viewTables)

export const listViews = defineEndpoint({
  verb: 'accounts.views',
  path: 'GET /accounts/views/:table',
  summary: "One's own views of a table, by name.",
  access: 'signedIn',
  input: z.strictObject({ table }),
  output: z.object({ views: z.array(tableView) }),
})

export const saveView = defineEndpoint({
  verb: 'accounts.saveView',
  path: 'PUT /accounts/views/:table',
  summary: 'Saves a view; one of the same name is replaced.',
  access: 'signedIn',
  input: z.strictObject({ table, ...tableView.shape }),
  output: z.object({ views: z.array(tableView) }),
  refusals: ['quota_reached'],
  perMinute: 60,
})

export const removeView = defineEndpoint({
  verb: 'accounts.removeView',
  path: 'DELETE /accounts/views/:table/:name',
  summary: 'Removes a view of one’s own.',
  access: 'signedIn',
  input: z.strictObject({ table, name }),
  refusals: ['not_found'],
})
