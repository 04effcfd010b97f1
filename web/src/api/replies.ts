// What came back of a write goes into every place that shows it, by what the contract says it is.
import type { QueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import type { BookingView } from '@wayfare/contract/bookings'
import type { CancelReasonList, CarType } from '@wayfare/contract/catalog'
import type { Endpoint, OutputOf, ReplyKind } from '@wayfare/contract/endpoint'
import type { Payment } from '@wayfare/contract/payments'
import type { PaymentDetail } from '@wayfare/contract/payments-admin'
import type { AllSettings } from '@wayfare/contract/settings'
import { writeBooking, writeCarType, writeMe } from './live-cache.ts'
import { queryKeys } from './query-client.ts'

type Replies = {
  booking: BookingView
  me: Me
  payment: Payment
  paymentDetail: PaymentDetail
  carType: CarType
  cancelReasons: CancelReasonList
  allSettings: AllSettings
}

type Writers = { [Kind in ReplyKind]: (client: QueryClient, reply: Replies[Kind]) => void }

const writers: Writers = {
  booking: writeBooking,
  me: writeMe,
  payment: (client, payment) => void client.setQueryData(queryKeys.payment(payment.id), payment),
  paymentDetail: (client, detail) => {
    client.setQueryData(queryKeys.paymentDetail(detail.payment.id), detail)
    void client.invalidateQueries({ queryKey: queryKeys.paymentLists })
  },
  carType: writeCarType,
  cancelReasons: (client, reasons) => void client.setQueryData(queryKeys.cancelReasons, reasons),
  allSettings: (client, settings) => void client.setQueryData(queryKeys.allSettings, settings),
}

export const writeReply = <E extends Endpoint>(client: QueryClient, { replies }: E, reply: OutputOf<E>): void => {
  // a test of the contract holds that an answer is of the shape that its kind has
  if (replies) (writers[replies] as (client: QueryClient, reply: unknown) => void)(client, reply)
}
