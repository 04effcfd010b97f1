import { expect, test } from 'vitest'
import { chooseMailText, describeMailRefusal, verifyText } from './mail-text.ts'

const t = (key: string) => key
const says = (mail: 'service' | 'dev_inbox' | 'none', sent: boolean) => describeMailRefusal(t, { mail, sent })

test('a mail is promised where one leaves, found in the dev inbox of a demo, and not promised where none leaves', () => {
  expect(chooseMailText(t, 'reset_pass_msg', 'service')).toBe('reset_pass_msg')
  expect(chooseMailText(t, 'reset_pass_msg', 'dev_inbox')).toBe('reset_pass_msg mail_in_dev_inbox')
  expect(verifyText(t, 'service')).toBe('email_verify_message')
  expect(verifyText(t, 'dev_inbox')).toBe('email_verify_message mail_in_dev_inbox')
  expect(verifyText(t, 'none')).toBe('email_verify_no_mail')
})

test('who is refused for an address that is not verified reads of another mail only when one went out', () => {
  expect(says('service', true)).toBe('email_verify_message email_verify_again')
  expect(says('service', false)).toBe('email_verify_message')
  expect(says('dev_inbox', true)).toBe('email_verify_message mail_in_dev_inbox')
  expect(says('none', true)).toBe('email_verify_no_mail')
})
