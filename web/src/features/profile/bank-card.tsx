// Where a driver's earnings are paid to, where the operator asks for it.
import { TextInput } from '@mantine/core'
import type { Me } from '@wayfare/contract/accounts'
import { useT } from '../../i18n/provider.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import type { ProfileField } from './profile-form.ts'
import { useProfileForm } from './use-profile-form.ts'

const fields: readonly ProfileField[] = ['bankName', 'bankCode', 'bankAccount']

export const BankCard = ({ me }: { me: Me }) => {
  const t = useT()
  const { form, field } = useProfileForm(me, fields)
  return (
    <SubjectCard id="bank" title={t('profile_bank')} text={t('profile_bank_text')}>
      <Form form={form} aria-labelledby="bank-title">
        <TextInput autoComplete="off" {...field('bankName')} label={t('profile_bank_name')} maxLength={100} />
        <TextInput autoComplete="off" {...field('bankCode')} label={t('profile_bank_code')} maxLength={60} />
        <TextInput autoComplete="off" {...field('bankAccount')} label={t('profile_bank_account')} maxLength={60} />
        <FormFoot label={t('save')} busy={form.busy} />
      </Form>
    </SubjectCard>
  )
}
