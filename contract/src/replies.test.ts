import { expect, test } from 'vitest'
import type { z } from 'zod'
import { me } from './accounts.ts'
import { bookingView } from './bookings.ts'
import { cancelReasonList, carType } from './catalog.ts'
import { splitPath, type ReplyKind } from './endpoint.ts'
import { paymentDetail } from './payments-admin.ts'
import { payment } from './payments.ts'
import { allSettings } from './settings.ts'
import { endpoints } from './table.ts'

const shapes: Record<ReplyKind, z.ZodType> = {
  booking: bookingView,
  me,
  payment,
  paymentDetail,
  carType,
  cancelReasons: cancelReasonList,
  allSettings,
}

const writes = endpoints.map(({ endpoint }) => endpoint).filter(({ path }) => splitPath(path).method !== 'GET')

test('a write says of its answer what it is, and pages need not guess', () => {
  const kindOf = (shape: z.ZodType) => Object.entries(shapes).find(([, one]) => one === shape)?.[0] ?? null
  expect(writes.map(({ verb, replies }) => [verb, replies])).toEqual(writes.map(({ verb, output }) => [verb, kindOf(output)]))
  expect(new Set(writes.map(({ replies }) => replies))).toEqual(new Set([null, ...Object.keys(shapes)]))
})
