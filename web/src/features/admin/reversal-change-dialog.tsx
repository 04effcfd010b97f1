// How a dispute that the desk wrote down goes on, or that a refund was none, and what the provider charged.
import { NativeSelect } from '@mantine/core'
import type { Reversal } from '@wayfare/contract/payments-reversal'
import { changeReversal } from '@wayfare/contract/payments-records'
import { asId } from '@wayfare/core/ids'
import { parseDecimal } from '@wayfare/core/money'
import { isNews } from '@wayfare/core/reversals'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useWrite } from '../../api/use-write.ts'
import { AskingDialog, useAskingForm } from '../../ui/asking-dialog.tsx'
import { wireAmount } from './amounts.ts'

const ends = { dispute: ['open', 'lost', 'won'], refund: ['failed'] } as const
type End = (typeof ends)[Reversal['kind']][number]

/** How it stands is the provider's to say where the provider told of it. */
const endsOf = ({ kind, by, state }: Reversal): readonly End[] =>
  by === null ? [] : ends[kind].filter((end) => isNews(state, end))

export const canChange = (reversal: Reversal): boolean => reversal.kind === 'dispute' || endsOf(reversal).length > 0

type Props = { reversal: Reversal; payerName: string; onClose: () => void }

const useChange = ({ reversal, onClose }: Props) => {
  const format = useFormat()
  const { feeCurrency } = reversal
  const write = useWrite(changeReversal)
  const read = (fee: string) => (fee.trim() === '' ? '0' : wireAmount(fee, format, feeCurrency))
  const first: { state: End | null; fee: string } = { state: null, fee: format.writeAmount(reversal.fee, feeCurrency) }
  const form = useAskingForm(first, {
    check: ({ fee }) => (parseDecimal(read(fee), feeCurrency) === null ? { fee: 'proper_amount' } : {}),
    send: async ({ state, fee }) => {
      const isFee = reversal.kind === 'dispute'
      const change = { ...(state === null ? {} : { state }), ...(isFee ? { fee: read(fee) } : {}) }
      if (await write.run({ id: asId<'reversal'>(reversal.id), ...change })) onClose()
    },
  })
  return { form, write, fee: read(form.draft.fee) }
}

export const ReversalChangeDialog = (props: Props) => {
  const t = useT()
  const format = useFormat()
  const { reversal, payerName, onClose } = props
  const { kind, amount, currency, feeCurrency } = reversal
  const { form, write, fee } = useChange(props)
  const { state } = form.draft
  const choices = endsOf(reversal)
  const text = t('reversal_change_text', {
    what: t(`reversal_${kind}`),
    amount: format.fullMoney(amount, currency),
    name: payerName,
    state: t(`reversal_state_${state ?? reversal.state}`),
    fee: format.fullMoney(fee || '0', feeCurrency),
  })
  return (
    <AskingDialog
      {...{ form, write }}
      title={`${t(`reversal_${kind}`)} ${reversal.ref}`}
      label={t('save')}
      question={{ title: t('reversal_confirm_title'), text }}
      disabled={kind === 'refund' && state === null}
      onClose={onClose}
    >
      {choices.length > 0 && (
        <NativeSelect
          label={t('reversal_stands')}
          value={state ?? ''}
          data={[
            { value: '', label: t(`reversal_state_${reversal.state}`) },
            ...choices.map((end) => ({ value: end, label: t(`reversal_state_${end}`) })),
          ]}
          onChange={(event) => form.set({ state: choices.find((end) => end === event.currentTarget.value) ?? null })}
        />
      )}
      {kind === 'dispute' && <AmountField {...form.typed('fee')} label={t('reversal_fee_field')} currency={feeCurrency} />}
    </AskingDialog>
  )
}
