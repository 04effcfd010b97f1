// Pages of the desk's campaigns (notices to many), and the audience of one.
import type { Campaign, countAudience as audienceContract } from '@wayfare/contract/messages-campaigns'
import type * as contract from '@wayfare/contract/messages-campaigns'
import { mostCounted } from '@wayfare/contract/bookings-filter'
import type { OutputOf, ParsedInputOf } from '@wayfare/contract/endpoint'
import { Refusal } from '@wayfare/core/errors'
import { asId } from '@wayfare/core/ids'
import type { PushKind } from '@wayfare/core/push'
import { sql } from 'kysely'
import { countUpTo } from '../../db/count.ts'
import { byMoment, byNumber, byText, cutPage, readSort, selectPage } from '../../db/keyset.ts'
import { makeLikePattern } from '../../db/like.ts'
import type { Db, Deps, Tx } from '../../deps.ts'

type Audience = ParsedInputOf<typeof audienceContract>
type Filter = Pick<ParsedInputOf<typeof contract.listCampaigns>, 'state' | 'search'>

/** Devices with a live session of approved people. Browsers have no platform to choose by. */
export const selectAudience = (db: Db | Tx, { deviceType, userType }: Audience, at: { now: Date; kinds: readonly PushKind[] }) =>
  db
    .selectFrom('pushDevice as device')
    .innerJoin('authSession as session', 'session.id', 'device.sessionId')
    .innerJoin('appUser as person', 'person.id', 'device.userId')
    .where('session.expiresAt', '>', at.now)
    .where('person.removedAt', 'is', null)
    .where('person.approved', '=', true)
    .where('person.userType', 'in', userType === 'All' ? ['rider', 'driver'] : [userType])
    .where(sql<boolean>`device.kind = any(${[...at.kinds]}::text[])`)
    .$if(deviceType !== 'All', (query) => query.where('device.platform', '=', deviceType === 'All' ? 'WEB' : deviceType))

const of = (platform: string) => sql<bigint>`count(*) filter (where device.platform = ${platform})`

export const countAudience = async (db: Db | Tx, audience: Audience, at: { now: Date; kinds: readonly PushKind[] }) => {
  const row = await selectAudience(db, audience, at)
    .select([
      sql<bigint>`count(distinct device.user_id)`.as('recipients'),
      of('ANDROID').as('android'),
      of('IOS').as('ios'),
      of('WEB').as('web'),
    ])
    .executeTakeFirstOrThrow()
  const devices = { ANDROID: Number(row.android), IOS: Number(row.ios), WEB: Number(row.web) }
  return { recipients: Number(row.recipients), devices }
}

const orders = {
  date: byMoment('campaign.created_at'),
  title: byText('campaign.title'),
  devices: byNumber('campaign.devices'),
}

const selectRows = (db: Db | Tx) =>
  db
    .selectFrom('campaign')
    .leftJoin('appUser as author', 'author.id', 'campaign.createdBy')
    .selectAll('campaign')
    .select('author.name as authorName')

type CampaignRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

const presentCampaignRow = (row: CampaignRow): Campaign => ({
  id: asId(row.id),
  deviceType: row.deviceType,
  userType: row.userType,
  title: row.title,
  body: row.body,
  state: row.state,
  version: row.version,
  createdAt: row.createdAt.getTime(),
  createdBy: row.authorName ?? '',
  createdById: row.createdBy === null ? null : asId(row.createdBy),
  sentAt: row.sentAt?.getTime() ?? null,
  endedAt: row.endedAt?.getTime() ?? null,
  recipients: row.recipients,
  devices: row.devices,
  delivered: row.delivered,
  failed: row.failed,
  pending: row.state === 'draft' ? 0 : Math.max(0, row.devices - row.delivered - row.failed),
})

export const getCampaign = async (db: Db | Tx, id: string): Promise<Campaign> => {
  const row = await selectRows(db).where('campaign.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return presentCampaignRow(row)
}

const matches = ({ state, search }: Filter) => {
  const pattern = makeLikePattern(search)
  const isState = state === undefined ? sql<boolean>`true` : sql<boolean>`campaign.state = ${state}`
  return search === ''
    ? isState
    : sql<boolean>`(${isState} and (campaign.title ilike ${pattern} or campaign.body ilike ${pattern}))`
}

const countRows = ({ db }: Deps, filter: Filter): Promise<number> =>
  countUpTo(db, db.selectFrom('campaign').select('id').where(matches(filter)), mostCounted)

export const listCampaigns = async (
  deps: Deps,
  { cursor, limit, sort, ...filter }: ParsedInputOf<typeof contract.listCampaigns>,
): Promise<OutputOf<typeof contract.listCampaigns>> => {
  const [rows, count] = await Promise.all([
    selectPage(selectRows(deps.db).where(matches(filter)), {
      ...readSort(orders, sort),
      cursor,
      limit,
      id: 'campaign.id',
    }).execute(),
    cursor === undefined ? countRows(deps, filter) : null,
  ])
  const { page, nextCursor } = cutPage(rows, limit)
  return { campaigns: page.map(presentCampaignRow), nextCursor, count }
}
