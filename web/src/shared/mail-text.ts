// What was done with a mail that somebody waits for, said as it is.
import type { Delivery } from '@wayfare/contract/messages'
import { chooseInputTitle } from '../ui/failures.ts'
import type { Translator } from '../ui/text.ts'

/** `key` promises the mail; a demo keeps it in its dev inbox. */
export const chooseMailText = (t: Translator, key: string, mail: Delivery, params?: Parameters<Translator>[1]): string =>
  mail === 'dev_inbox' ? `${t(key, params)} ${t('mail_in_dev_inbox')}` : t(key, params)

/** To whoever has to open the link of a mail first. */
export const verifyText = (t: Translator, mail: Delivery): string =>
  mail === 'none' ? t('email_verify_no_mail') : chooseMailText(t, 'email_verify_message', mail)

/** The key of the title over either. */
export const chooseVerifyTitle = (mail: Delivery = 'service'): string =>
  mail === 'none' ? 'failure_conflict_title' : chooseInputTitle('email_verify_message')

/** What a refusal for that says of the mail. */
export type MailRefusal = { mail?: Delivery; sent?: boolean }

/** To whoever was refused for that, by what the refusal says of the mail. */
export const describeMailRefusal = (t: Translator, { mail, sent }: MailRefusal): string =>
  sent && mail === 'service' ? `${t('email_verify_message')} ${t('email_verify_again')}` : verifyText(t, mail ?? 'service')
