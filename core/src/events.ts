// Facts that other areas react to, in the past tense. Written in the transaction that makes them true.
import type { Role } from './accounts.ts'
import type { Status } from './booking.ts'
import type { ClaimState } from './fare-claim.ts'
import type { BookingId, UserId } from './ids.ts'
import type { MoveType } from './lifecycle.ts'
import type { PushScreen } from './push.ts'
import type { PaymentTrouble } from './payments.ts'
import type { NightStep } from './retention.ts'
import type { ProviderMode, ProviderName } from './providers.ts'
import type { WithdrawState } from './wallet.ts'

/** Those who may see the booking when the event happened, so that nobody has to look it up to tell them. */
export type Audience = { customer: UserId; driver: UserId | null; fleetAdmin: UserId | null; requestedDrivers: UserId[] }

export type DomainEvent =
  | { type: 'BookingCreated'; bookingId: BookingId; audience: Audience }
  | { type: 'BookingMoved'; bookingId: BookingId; move: MoveType; from: Status; to: Status; audience: Audience }
  /** something else than its status, such as the time of a booking for later */
  | { type: 'BookingChanged'; bookingId: BookingId; audience: Audience }
  /** positions that came after the drop changed what is due; `before`: what rider and driver were told at first (decimals) */
  | { type: 'FareMeasuredAgain'; bookingId: BookingId; before: { payable: string; driverShare: string }; audience: Audience }
  /** a claim beyond the promised fare came up, was answered, or was paid */
  | { type: 'FareClaimMoved'; bookingId: BookingId; to: ClaimState | 'paid'; audience: Audience }
  /** the booking's code was wrong too often */
  | { type: 'TripCodeLocked'; bookingId: BookingId; audience: Audience }
  /** the desk wrote or took back a note */
  | { type: 'BookingNoted'; bookingId: BookingId; fleetAdmin: UserId | null }
  | { type: 'DriversRequested'; bookingId: BookingId; drivers: UserId[]; audience: Audience }
  | { type: 'DriverDeclined'; bookingId: BookingId; driver: UserId; audience: Audience }
  /** the desk took its question back before the driver answered */
  | { type: 'OfferWithdrawn'; bookingId: BookingId; driver: UserId; audience: Audience }
  | { type: 'NoTakerFound'; bookingId: BookingId; reason: 'all_declined' | 'nobody_near' | 'no_answer'; audience: Audience }
  /** the driver was given so much beside the fare */
  | { type: 'TipGiven'; bookingId: BookingId; driver: UserId; amountMinor: string; currency: string }
  | { type: 'BookingRated'; bookingId: BookingId; driver: UserId; stars: number; audience: Audience }
  /** a booking for later has another time */
  | { type: 'TripDateChanged'; bookingId: BookingId }
  /** the rider took back the links by which others follow the trip */
  | { type: 'TripUnshared'; bookingId: BookingId }
  /** a driver or a rider in need, and the desk that takes care of it */
  | { type: 'PanicRaised'; panicId: string; bookingId: BookingId; audience: Audience }
  | { type: 'PanicAnswered'; panicId: string; bookingId: BookingId; audience: Audience }
  /** approved and, where the operator asks for it, with a verified address; told again once a contact is proven */
  | { type: 'AccountApproved'; userId: UserId }
  /** a driver signed up, or the approval was given or withdrawn */
  | { type: 'DriverAccountChanged'; userId: UserId; fleetAdmin: UserId | null; approved: boolean }
  /** somebody joined, was edited, let in, kept out or removed; `fleetAdmin` of a driver */
  | { type: 'PersonChanged'; userId: UserId; userType: Role; fleetAdmin: UserId | null }
  /** `driver`: whose conversation with the rider it is */
  | { type: 'ChatMessageSent'; bookingId: BookingId; messageId: number; driver: UserId; from: UserId; to: UserId }
  | { type: 'ChatRead'; bookingId: BookingId; driver: UserId; by: UserId; upTo: number }
  | { type: 'UserChanged'; userId: UserId }
  | { type: 'UserRemoved'; userId: UserId }
  | { type: 'SessionEnded'; userId: UserId; sessionId: string }
  /** `amountMinor`: what the wallet changed by, as text */
  | { type: 'WalletPosted'; userId: UserId; txRef: string; amountMinor: string; currency: string }
  /** somebody asked for money of their wallet, or it was paid out, declined or sent back */
  | { type: 'WithdrawChanged'; userId: UserId; withdrawId: string; state: WithdrawState }
  | { type: 'PaymentChanged'; paymentId: string; userId: UserId }
  /** a booking did not need the money any more when it came */
  | { type: 'PaymentToWallet'; paymentId: string; bookingId: BookingId; userId: UserId }
  /** what the desk gave back of a payment is in the wallet, or its provider took it on */
  | { type: 'PaymentRefunded'; refundId: string; userId: UserId }
  /** something about card payments that an admin must look at; null: a notice about no payment of ours */
  | {
      type: 'PaymentTroubled'
      provider: ProviderName
      paymentId: string | null
      problem: PaymentTrouble
      /** what of it is disputed or given back, a decimal; why, and until when (epoch ms) the provider wants an answer */
      about?: { amount: string; currency: string; reason: string; dueAt: number | null }
    }
  /** a proof of the ledger found that the books do not hold */
  | { type: 'BooksBroken'; proofId: string }
  /** a proof of the audit log found that somebody changed it */
  | { type: 'AuditBroken'; proofId: string }
  | { type: 'SettingsChanged' }
  | { type: 'CarTypesChanged' }
  | { type: 'CancelReasonsChanged' }
  | { type: 'PromosChanged' }
  /** a notice of the desk to many was written, or has got further */
  | { type: 'CampaignsChanged' }
  | { type: 'LanguagesChanged' }
  /** another city is served: map, search and routes are its own */
  | { type: 'CityChanged' }

export type EventType = DomainEvent['type']

const mailTemplates = [
  'verify_email',
  'reset_password',
  'password_changed',
  'contact_changed',
  'driver_approved',
  'invitation',
  'own_contact_changed',
  'second_factor_dropped',
  'sign_in_by_code',
  'trip_shared',
] as const
export type MailTemplate = (typeof mailTemplates)[number]
const smsTemplates = ['sign_in_code', 'trip_shared'] as const
type SmsTemplate = (typeof smsTemplates)[number]

/**
 * A message to one person. Its texts are the keys mail_<template>_subject, _text and _button (sms_<template> for SMS), filled
 * with `params`; `link` is a path of our own site, such as /reset-password?token=…. An SMS has its address as `{{link}}`.
 */
export type Message =
  | { kind: 'mail'; to: string; locale: string; template: MailTemplate; params: Record<string, string>; link: string | null }
  | { kind: 'sms'; to: string; locale: string; template: SmsTemplate; params: Record<string, string>; link?: string }

/** A notice for the devices of one person, in their language, or as somebody wrote it for one device. */
export type PushOrder = {
  userId: UserId
  /** the same when its cause is worked on twice: no device gets it twice */
  id: string
  /** when it happened (epoch ms): too late it is of no use */
  at: number
  screen: PushScreen
  params: Record<string, string>
  /** what it is about, such as a booking and an event: a later one takes its place */
  collapse: string
  words: { key: string } | { title: string; msg: string; deviceId: string }
}

/** Where a night's work is: what of this step is next, and how much each has packed or let go so far. */
export type RetentionTurn = { step: NightStep; after: string; removed: Partial<Record<NightStep, number>> }

/** What the queue carries, by job name. */
export type JobPayloads = {
  /** those of the files that no row names */
  'files.erase': { storageKeys: string[] }
  'dispatch.offer': { bookingId: BookingId }
  /** a booking for later whose pickup is near */
  'dispatch.warn': { bookingId: BookingId }
  'dispatch.offerToDriver': { driverId: UserId }
  'bookings.complete': { bookingId: BookingId }
  /** an e-mail address, sealed: whoever it belongs to gets a link to set a new password */
  'accounts.forgotPassword': { sealed: string }
  /** a booking that nobody has paid by its time */
  'bookings.expire': { bookingId: BookingId }
  /** what bookings copied of a person who is gone: those after an id */
  'bookings.erasePerson': { userId: UserId; after: string }
  /** a claim that nobody has answered in time */
  'bookings.lapseClaim': { bookingId: BookingId }
  /** positions of a trip came after its drop */
  'trips.measureAgain': { bookingId: BookingId }
  /** asks the provider about a payment */
  'payments.check': { paymentId: string }
  /** asks the provider of a payment that was paid whether it took any of it back */
  'payments.watch': { paymentId: string }
  /** what waits for other keys of a provider is asked about again, those after an id */
  'payments.resume': { what: 'checks' | 'refunds'; provider: string; mode: ProviderMode; after: string }
  /** asks the provider to give money back */
  'payments.refund': { refundId: string }
  /** proves the ledger, every night */
  'wallet.proveBooks': Record<string, never>
  /** lets go of what is older than it is kept, every night; `turn` says where it is, null at the beginning of a night */
  'retention.expire': { turn: RetentionTurn | null }
  /** proves the audit log, every night */
  'audit.prove': Record<string, never>
  /** writes a backup, every night at this time of day */
  'backups.make': { at: string }
  /** a Message, sealed: links and codes do not lie in the queue in clear */
  'notifications.message': { sealed: string }
  'notifications.send': PushOrder
  /** the same notice for all of these who have a device */
  'notifications.sendToMany': { userIds: UserId[]; push: Omit<PushOrder, 'userId'> }
  /** hands a notice of the desk over for the next devices */
  'notifications.campaign': { campaignId: string }
}

export type JobName = keyof JobPayloads
