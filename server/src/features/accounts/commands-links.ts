// Mailed links: a token that works once, for one purpose, for the address it was sent to. Only its hash is stored.
import { randomBytes } from 'node:crypto'
import type { Delivery } from '@wayfare/contract/messages'
import { isInternalEmail } from '@wayfare/core/accounts'
import type { MailTemplate } from '@wayfare/core/events'
import { Refusal } from '@wayfare/core/errors'
import { asId, type UserId } from '@wayfare/core/ids'
import { invitationLastsMs } from '@wayfare/core/people'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '../../deps.ts'
import { getDelivery, sendMails, sendMessage, type Mail } from '../../jobs/messages.ts'
import { isSame } from '../../secrets.ts'
import { dayMs, hourMs } from './commands-attempts.ts'
import { hasWayIn } from './queries.ts'

/** True in production without a mail service: no mail can be sent. */
export const lacksMail = (deps: Pick<Deps, 'config' | 'services'>): boolean => getDelivery(deps, 'mail') === 'none'

/** How mail is delivered; refuses if it would be lost. */
export const checkMail = (deps: Pick<Deps, 'config' | 'services'>): Delivery => {
  const mail = getDelivery(deps, 'mail')
  if (mail === 'none') throw new Refusal('mail_not_sent')
  return mail
}

/** `handed_reset`: a link for a new password, handed over by the desk; it does not verify the address. */
type LinkPurpose = 'reset_password' | 'handed_reset' | 'verify_email' | 'invitation'
type MailedPurpose = Exclude<LinkPurpose, 'handed_reset'>

const lastsMs: Record<LinkPurpose, number> = {
  reset_password: hourMs,
  handed_reset: hourMs,
  verify_email: 3 * dayMs,
  invitation: invitationLastsMs,
}
/** An invited person sets a password on the same page as one who forgot it. */
const pages: Record<LinkPurpose, string> = {
  reset_password: '/reset-password',
  handed_reset: '/reset-password',
  verify_email: '/verify-email',
  invitation: '/reset-password',
}

export type Addressee = { id: UserId; email: string; firstName: string; language: string | null }

/** The person's language, or else the operator's default. */
export const findLocale = async (db: Db | Tx, language: string | null): Promise<string> => {
  if (language !== null) return language
  const row = await db.selectFrom('language').select('langLocale').where('isDefault', '=', true).executeTakeFirst()
  return row?.langLocale ?? 'en'
}

type Sending = { template: MailTemplate; link: string | null }

const mailOf = (to: Addressee, locale: string, { template, link }: Sending): Mail => {
  const params = { name: to.firstName.trim() }
  return { kind: 'mail', to: to.email, locale, template, params, link }
}

/** Mails a person, in the person's language. */
export const sendMail = async (deps: Deps, tx: Tx, to: Addressee, sending: Sending): Promise<void> =>
  sendMessage(deps, tx, mailOf(to, await findLocale(tx, to.language), sending))

/** Tells the old address that the account's contact has changed, and whether the desk or a signed-in user changed it. */
export const sendContactChanged = async (
  deps: Deps,
  tx: Tx,
  before: Addressee,
  template: 'contact_changed' | 'own_contact_changed',
): Promise<void> => {
  if (!isInternalEmail(before.email)) await sendMail(deps, tx, before, { template, link: '/login' })
}

export const sendSms = async (
  deps: Deps,
  tx: Tx,
  to: { mobile: string; language: string | null },
  { code, until }: { code: string; until: number },
): Promise<void> => {
  const locale = await findLocale(tx, to.language)
  await sendMessage(deps, tx, { kind: 'sms', to: to.mobile, locale, template: 'sign_in_code', params: { code }, until })
}

const identifierOf = (purpose: LinkPurpose, { id, email }: { id: string; email: string }): string => `${purpose} ${id} ${email}`

const draftLink = (deps: Deps, to: Pick<Addressee, 'id' | 'email'>, purpose: LinkPurpose) => {
  const id = deps.newId(16)
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = new Date(deps.now().getTime() + lastsMs[purpose])
  const row = { id, identifier: identifierOf(purpose, to), value: deps.secrets.hash(secret, purpose), expiresAt }
  return { row, link: `${pages[purpose]}?token=${id}.${secret}`, expiresAt: expiresAt.getTime() }
}

/** Makes a fresh link. Earlier ones stay valid until one is used, so that nobody can invalidate a link by requesting another. */
export const makeLink = async (deps: Deps, tx: Tx, to: Pick<Addressee, 'id' | 'email'>, purpose: LinkPurpose) => {
  const { row, ...made } = draftLink(deps, to, purpose)
  await tx.insertInto('authVerification').values(row).execute()
  return made
}

/** Mails a fresh link. */
export const sendLink = async (deps: Deps, tx: Tx, to: Addressee, purpose: MailedPurpose): Promise<void> => {
  const { link } = await makeLink(deps, tx, to, purpose)
  await sendMail(deps, tx, to, { template: purpose, link })
}

/** Mails a fresh link to each person, with a fixed number of statements. */
export const sendLinks = async (deps: Deps, tx: Tx, people: readonly Addressee[], purpose: MailedPurpose): Promise<void> => {
  if (people.length === 0) return
  const locale = await findLocale(tx, null)
  const drafts = people.map((to) => ({ to, ...draftLink(deps, to, purpose) }))
  await tx
    .insertInto('authVerification')
    .values(drafts.map(({ row }) => row))
    .execute()
  const mails = drafts.map(({ to, link }) => mailOf(to, to.language ?? locale, { template: purpose, link }))
  await sendMails(deps, tx, mails)
}

/** Finds the link of this token if it has one of these purposes and is still valid. */
const openLink = async (deps: Deps, tx: Tx, token: string, purposes: readonly LinkPurpose[]) => {
  const [id = '', secret = ''] = token.split('.')
  const row = await tx.selectFrom('authVerification').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const [rowPurpose = '', userId = '', email = ''] = row?.identifier.split(' ') ?? []
  const purpose = purposes.find((one) => one === rowPurpose)
  const isRight = row !== undefined && purpose !== undefined && isSame(row.value, deps.secrets.hash(secret, purpose))
  if (!isRight || row.expiresAt <= deps.now()) throw new Refusal('link_expired')
  return { userId, email, purpose }
}

/** Returns owner and purpose of a link; uses up it and the owner's other links for these purposes. Refuses with link_expired. */
export const consumeLink = async (deps: Deps, tx: Tx, token: string, purposes: readonly LinkPurpose[]) => {
  const { userId, email, purpose } = await openLink(deps, tx, token, purposes)
  const user = await tx
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', asId<'user'>(userId))
    .where('email', '=', email)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  // a person who has signed in another way since must not lose the account to someone who was handed the invitation
  if (!user || (purpose === 'invitation' && (await hasWayIn(tx, user.id)))) throw new Refusal('link_expired')
  const spent = purposes.map((one) => identifierOf(one, { id: user.id, email }))
  await tx.deleteFrom('authVerification').where('identifier', 'in', spent).execute()
  return { userId: user.id, purpose }
}

/** Deletes expired links. */
export const forgetOldLinks = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('authVerification').where('expiresAt', '<', now).execute()
}

/** Deletes all links of a removed person, because they name the person. */
export const deleteLinks = async (tx: Tx, userId: UserId): Promise<void> => {
  await tx
    .deleteFrom('authVerification')
    .where(sql`split_part(identifier, ' ', 2)`, '=', userId)
    .execute()
}
