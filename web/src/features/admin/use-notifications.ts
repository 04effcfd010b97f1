// The desk's notices to many: pages of them, one as it is now, and whom one would reach.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InputOf } from '@wayfare/contract/endpoint'
import { countAudience, getCampaign, listCampaigns, type Campaign } from '@wayfare/contract/messages-campaigns'
import { callEndpoint } from '../../api/call.ts'
import { useTopic } from '../../api/live.ts'
import { makePagedSlice, useRead, useReadPages } from '../../api/queries.ts'
import { queryKeys } from '../../api/query-client.ts'

type NotificationsFilter = Pick<InputOf<typeof listCampaigns>, 'state' | 'search' | 'sort'>

/** Rows of a page. */
export const notificationsPageSize = 25

export const useNotifications = (filter: NotificationsFilter) => {
  useTopic('notifications')
  const query = useReadPages([...queryKeys.campaigns, 'list', filter], (place, options) =>
    callEndpoint(listCampaigns, { ...filter, limit: notificationsPageSize, ...place }, options),
  )
  return { ...makePagedSlice(query, (page) => page.campaigns), count: query.data?.pages[0]?.count ?? null }
}

/** As the table knew it, until it is read again. */
export const useNotification = (known: Campaign): Campaign =>
  useQuery({
    queryKey: [...queryKeys.campaigns, 'one', known.id],
    queryFn: ({ signal }) => callEndpoint(getCampaign, { id: known.id }, { signal }),
    initialData: known,
    staleTime: 0,
  }).data

type Audience = Pick<Campaign, 'deviceType' | 'userType'>

/** The last count stays while another choice is counted. */
export const useAudience = ({ deviceType, userType }: Audience) =>
  useRead(
    [...queryKeys.campaigns, 'audience', deviceType, userType],
    countAudience,
    { deviceType, userType },
    { placeholderData: keepPreviousData },
  )
