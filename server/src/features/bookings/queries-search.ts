// Where the bookings stand that hold words: the search's own table has the order of time, and its lines lie close together.
import { isDeskRole, type UserActor } from '@wayfare/core/accounts'
import { sql } from 'kysely'
import { isOfFleet } from '../../db/fleet-scope.ts'
import type { Deps } from '../../deps.ts'
import { findSearchConditions, isInScope, isNarrow, matchesFilter, type BookingCondition, type Filter } from './queries-filter.ts'
import { isAhead, orderBookings, selectPlace, type Page } from './queries-order.ts'

/** The lines of all bookings, from the page's place on. */
const linesFrom = (deps: Deps, filter: Filter, { cursor, db = deps.db }: Page) =>
  db
    .selectFrom('bookingSearch')
    .select(['id', 'text', 'customerPhone', 'driverPhone', 'fleetAdminId', selectPlace(filter)])
    .where(isAhead(deps, filter, cursor))

/** What is asked of a booking beside its words. */
const isMeant = (deps: Deps, actor: UserActor, { search: _words, ...rest }: Filter) => {
  if (isDeskRole(actor.role) && !isNarrow(rest)) return null
  const means = matchesFilter(deps, rest)
  return (where: BookingCondition) => where.and([isInScope(where, actor), means(where)])
}

type Lines = ReturnType<typeof linesFrom>

const meant = (deps: Deps, actor: UserActor, filter: Filter, lines: Lines) => {
  const means = isMeant(deps, actor, filter)
  return (
    deps.db
      .selectFrom(lines.as('line'))
      .select(['line.id', 'line.place'])
      // whose they are the lines of a fleet say themselves
      .$if(isDeskRole(actor.role), (query) => query.where(isOfFleet(actor, 'line.fleetAdminId')))
      .$if(means !== null, (query) =>
        query.where((of) =>
          of.exists(
            of
              .selectFrom('booking')
              .select(sql<number>`1`.as('one'))
              .whereRef('booking.id', '=', 'line.id')
              .where((where) => (means ? means(where as unknown as BookingCondition) : where.lit(true))),
          ),
        ),
      )
  )
}

/** So many of the next lines are read; words that are rarer among them an index finds sooner. */
const linesToRead = 6000
/** For a fleet most of them are only passed by. */
const linesToPass = 30_000

export const listLinesNear = (deps: Deps, actor: UserActor, filter: Filter, page: Page) => {
  const near = orderBookings(linesFrom(deps, filter, page), filter).limit(actor.role === 'fleetadmin' ? linesToPass : linesToRead)
  return meant(deps, actor, filter, near).where(findSearchConditions(deps, actor, filter))
}

/** All lines with the words, by their index, behind a fence: the planner would rather walk the order, and hope. */
export const listLinesFound = (deps: Deps, actor: UserActor, filter: Filter, page: Page) =>
  meant(
    deps,
    actor,
    filter,
    linesFrom(deps, filter, page)
      .where(findSearchConditions(deps, actor, filter))
      .offset(0),
  )
