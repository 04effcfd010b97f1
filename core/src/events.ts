// Domain events: facts that other areas react to, in the past tense, written in the same transaction as the change itself.
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

/** Who could see the booking when the event happened, so that no later lookup is needed to notify them. */
export type Audience = { customer: UserId; driver: UserId | null; fleetAdmin: UserId | null; requestedDrivers: UserId[] }

export type DomainEvent =
  | { type: 'BookingCreated'; bookingId: BookingId; audience: Audience }
  | { type: 'BookingMoved'; bookingId: BookingId; move: MoveType; from: Status; to: Status; audience: Audience }
  /** a change other than the status, such as the time of a booking for later */
  | { type: 'BookingChanged'; bookingId: BookingId; audience: Audience }
  /** positions received after the drop changed the amount due; `before`: what rider and driver were told at first (decimals) */
  | { type: 'FareMeasuredAgain'; bookingId: BookingId; before: { payable: string; driverShare: string }; audience: Audience }
  /** a claim above the estimated fare was raised, decided or paid */
  | { type: 'FareClaimMoved'; bookingId: BookingId; to: ClaimState | 'paid'; audience: Audience }
  /** the booking's code was wrong too often */
  | { type: 'TripCodeLocked'; bookingId: BookingId; audience: Audience }
  /** the desk wrote or deleted a note */
  | { type: 'BookingNoted'; bookingId: BookingId; fleetAdmin: UserId | null }
  | { type: 'DriversRequested'; bookingId: BookingId; drivers: UserId[]; audience: Audience }
  | { type: 'DriverDeclined'; bookingId: BookingId; driver: UserId; audience: Audience }
  /** the desk withdrew its offer before the driver answered */
  | { type: 'OfferWithdrawn'; bookingId: BookingId; driver: UserId; audience: Audience }
  | { type: 'NoTakerFound'; bookingId: BookingId; reason: 'all_declined' | 'nobody_near' | 'no_answer'; audience: Audience }
  /** the driver was given a tip, separate from the fare */
  | { type: 'TipGiven'; bookingId: BookingId; driver: UserId; amountMinor: string; currency: string }
  | { type: 'BookingRated'; bookingId: BookingId; driver: UserId; stars: number; audience: Audience }
  /** the time of a booking for later was changed */
  | { type: 'TripDateChanged'; bookingId: BookingId }
  /** the rider revoked the links by which others follow the trip */
  | { type: 'TripUnshared'; bookingId: BookingId }
  /** a driver or rider raised an alarm, and the desk took it on */
  | { type: 'PanicRaised'; panicId: string; bookingId: BookingId; audience: Audience }
  | { type: 'PanicAnswered'; panicId: string; bookingId: BookingId; audience: Audience }
  /** approved and, if the operator requires it, with a verified address; sent again when a contact is verified */
  | { type: 'AccountApproved'; userId: UserId }
  /** a driver signed up, or an approval was given or withdrawn */
  | { type: 'DriverAccountChanged'; userId: UserId; fleetAdmin: UserId | null; approved: boolean }
  /** a person joined, or was edited, approved, blocked or removed; `fleetAdmin` is the driver's */
  | { type: 'PersonChanged'; userId: UserId; userType: Role; fleetAdmin: UserId | null }
  /** `driver`: the driver whose conversation with the rider this is */
  | { type: 'ChatMessageSent'; bookingId: BookingId; messageId: number; driver: UserId; from: UserId; to: UserId }
  | { type: 'ChatRead'; bookingId: BookingId; driver: UserId; by: UserId; upTo: number }
  | { type: 'UserChanged'; userId: UserId }
  | { type: 'UserRemoved'; userId: UserId }
  | { type: 'SessionEnded'; userId: UserId; sessionId: string }
  /** `amountMinor`: the change of the wallet's balance, as text */
  | { type: 'WalletPosted'; userId: UserId; txRef: string; amountMinor: string; currency: string }
  /** a withdrawal was requested, paid out, declined or returned */
  | { type: 'WithdrawChanged'; userId: UserId; withdrawId: string; state: WithdrawState }
  | { type: 'PaymentChanged'; paymentId: string; userId: UserId }
  /** a payment arrived that its booking no longer needed */
  | { type: 'PaymentToWallet'; paymentId: string; bookingId: BookingId; userId: UserId }
  /** a refund by the desk was credited to the wallet, or was accepted by the provider */
  | { type: 'PaymentRefunded'; refundId: string; userId: UserId }
  /** a refund that a provider had accepted was sent back by the payer's bank */
  | { type: 'RefundBounced'; refundId: string; userId: UserId }
  /** a card payment problem that an admin must look at; null: a notice about no payment of ours */
  | {
      type: 'PaymentTroubled'
      provider: ProviderName
      paymentId: string | null
      problem: PaymentTrouble
      /** the disputed or reversed amount (decimal), the reason, and the provider's deadline for an answer (epoch ms) */
      about?: { amount: string; currency: string; reason: string; dueAt: number | null }
    }
  /** a proof of the ledger failed */
  | { type: 'BooksBroken'; proofId: string }
  /** a proof of the audit log found that it was tampered with */
  | { type: 'AuditBroken'; proofId: string }
  | { type: 'SettingsChanged' }
  | { type: 'CarTypesChanged' }
  | { type: 'CancelReasonsChanged' }
  | { type: 'PromosChanged' }
  /** a campaign was written, or made progress */
  | { type: 'CampaignsChanged' }
  | { type: 'LanguagesChanged' }
  /** another city is being served, with its own map, search and routes */
  | { type: 'CityChanged' }

export type EventType = DomainEvent['type']

const mailTemplates = [
  'address_by_desk',
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
 * with `params`; `link` is a path on our own site, such as /reset-password?token=…. An SMS has its address as `{{link}}`.
 */
export type Message =
  | { kind: 'mail'; to: string; locale: string; template: MailTemplate; params: Record<string, string>; link: string | null }
  | {
      kind: 'sms'
      to: string
      locale: string
      template: SmsTemplate
      params: Record<string, string>
      link?: string
      /** not sent after this time (epoch ms), when its code has expired */
      until?: number
    }

/** A push notice for one person's devices, in their language, or as an admin wrote it for one device. */
export type PushOrder = {
  userId: UserId
  /** the same if the cause is processed twice, so that no device gets it twice */
  id: string
  /** when it happened (epoch ms); sent too late it is useless */
  at: number
  screen: PushScreen
  params: Record<string, string>
  /** what it is about, such as a booking and an event: a later notice replaces it */
  collapse: string
  words: { key: string } | { title: string; msg: string; deviceId: string }
}

/** Progress of a night's retention run: the next item of this step, and how many each step has packed or removed so far. */
export type RetentionTurn = { step: NightStep; after: string; removed: Partial<Record<NightStep, number>> }

/** Payloads of the job queue, by job name. */
export type JobPayloads = {
  /** deletes those files that no row references */
  'files.erase': { storageKeys: string[] }
  'dispatch.offer': { bookingId: BookingId }
  /** a booking for later whose pickup is near */
  'dispatch.warn': { bookingId: BookingId }
  'dispatch.offerToDriver': { driverId: UserId }
  'bookings.complete': { bookingId: BookingId }
  /** the e-mail address, sealed, of an account that gets a link to set a new password */
  'accounts.forgotPassword': { sealed: string }
  /** a booking whose payment is overdue */
  'bookings.expire': { bookingId: BookingId }
  /** clears what bookings copied about a removed person, from the booking after this id */
  'bookings.erasePerson': { userId: UserId; after: string }
  /** a claim that was not decided in time */
  'bookings.lapseClaim': { bookingId: BookingId }
  /** positions of a trip arrived after its drop */
  'trips.measureAgain': { bookingId: BookingId }
  /** asks the provider for the state of a payment */
  'payments.check': { paymentId: string }
  /** asks the provider whether any of a settled payment was taken back */
  'payments.watch': { paymentId: string }
  /** resumes checks or refunds that waited for other keys of a provider, from the one after this id */
  'payments.resume': { what: 'checks' | 'refunds'; provider: string; mode: ProviderMode; after: string }
  /** asks the provider for a refund; `again`: the desk retried it and already knows that it is late */
  'payments.refund': { refundId: string; again?: boolean }
  /** proves the ledger every night */
  'wallet.proveBooks': Record<string, never>
  /** removes data past its retention period every night; `turn` is the progress, null when a night begins */
  'retention.expire': { turn: RetentionTurn | null }
  /** proves the audit log every night */
  'audit.prove': Record<string, never>
  /** writes a backup every night at this time of day */
  'backups.make': { at: string }
  /** a Message, sealed, so that links and codes are never in plain text in the queue */
  'notifications.message': { sealed: string }
  'notifications.send': PushOrder
  /** the same notice for each of these users who has a device */
  'notifications.sendToMany': { userIds: UserId[]; push: Omit<PushOrder, 'userId'> }
  /** sends a campaign to the next batch of devices */
  'notifications.campaign': { campaignId: string }
}

export type JobName = keyof JobPayloads
