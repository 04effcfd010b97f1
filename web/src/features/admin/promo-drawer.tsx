// A promotion code as a form: a new one, or one that is changed.
import { Input, SegmentedControl, Text, TextInput } from '@mantine/core'
import type { addPromo, Promo } from '@wayfare/contract/promos'
import type { InputOf } from '@wayfare/contract/endpoint'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useEditedRow } from '../../shared/use-edited-row.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import classes from './catalog.module.css'
import { checkPromoDraft, makePromo, makePromoDraft } from './promo-form.ts'
import type { PromoDraft } from './promo-form.ts'
import { useRowForm } from '../../shared/use-row-form.ts'

type PromoDrawerProps = {
  promo: Promo | null
  busy: boolean
  /** `before`: what is changed, as it was read last */
  onSave: (input: InputOf<typeof addPromo>, before: Promo | null, onFailed: (cause: unknown) => void) => void
  read: (promo: Promo) => Promise<Promo | null>
  onClose: () => void
}

type Form = ReturnType<typeof useRowForm<PromoDraft>>
type TextName = Exclude<keyof PromoDraft, 'promoDiscountType'>

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

const useField = ({ draft, problems, set }: Form) => {
  const t = useT()
  return (name: TextName, label: string) => ({
    name,
    label: t(label),
    value: draft[name],
    error: problems[name] && t(problems[name]),
    onChange: (value: string) => set({ [name]: value }),
  })
}

const useTextField = (form: Form) => {
  const field = useField(form)
  return (name: TextName, label: string) => {
    const { onChange, ...rest } = field(name, label)
    return {
      ...rest,
      size: 'md' as const,
      autoComplete: 'off',
      inputWrapperOrder: order,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    }
  }
}

const Discount = ({ form }: { form: Form }) => {
  const t = useT()
  const field = useField(form)
  const isFlat = form.draft.promoDiscountType === 'flat'
  return (
    <>
      <Input.Wrapper label={t('promo_type')} size="md" labelElement="div">
        <SegmentedControl
          fullWidth
          size="md"
          aria-label={t('promo_type')}
          value={form.draft.promoDiscountType}
          onChange={(value) => form.set({ promoDiscountType: value === 'flat' ? 'flat' : 'percentage', promoDiscountValue: '' })}
          data={[
            { value: 'percentage', label: t('fee_percentage') },
            { value: 'flat', label: t('fee_flat') },
          ]}
        />
      </Input.Wrapper>
      <div className={classes.two}>
        <AmountField {...field('promoDiscountValue', 'promo_value')} tidy kind={isFlat ? 'money' : 'percentage'} />
        {!isFlat && <AmountField {...field('maxPromoDiscountValue', 'promo_most')} tidy description={t('promo_most_hint')} />}
        <AmountField {...field('minOrder', 'promo_least')} tidy />
      </div>
    </>
  )
}

const labels: Record<keyof PromoDraft, string> = {
  promoName: 'promo_name',
  promoDescription: 'promo_description',
  promoDiscountType: 'promo_type',
  promoDiscountValue: 'promo_value',
  maxPromoDiscountValue: 'promo_most',
  minOrder: 'promo_least',
  promoValidity: 'promo_until',
  promoUsageLimit: 'promo_limit',
  perUserLimit: 'promo_per_user',
}

export const PromoDrawer = ({ promo, busy, onSave, read, onClose }: PromoDrawerProps) => {
  const t = useT()
  const format = useFormat()
  const { timeZone } = useSettings().data ?? defaultSettings
  const place = { timeZone, typing: format }
  const form = useRowForm<PromoDraft>(makePromoDraft(promo, place), 'promoName')
  const text = useTextField(form)
  const edited = useEditedRow(
    form,
    { first: promo, draftOf: (row: Promo) => makePromoDraft(row, place), read },
    (field, draft) => ({
      label: t(labels[field]),
      text: field === 'promoDiscountType' ? t(`fee_${draft[field]}`) : draft[field].replace('T', ' '),
    }),
  )
  const save = () => {
    const found = checkPromoDraft(form.draft, place)
    form.setProblems(found)
    if (Object.keys(found).length === 0) onSave(makePromo(form.draft, place, edited.row), edited.row, edited.refuse)
  }
  return (
    <FormDrawer
      opened
      title={t(promo ? 'promo_edit' : 'promo_add')}
      busy={busy}
      problems={form.problems}
      onSave={save}
      onClose={onClose}
    >
      {edited.contest && <RowChangedNote {...edited.contest} name={form.draft.promoName} busy={busy} onMine={save} />}
      <TextInput {...text('promoName', 'promo_name')} description={t('promo_name_hint')} maxLength={40} data-autofocus />
      <TextInput {...text('promoDescription', 'promo_description')} maxLength={300} />
      <Discount form={form} />
      <TextInput
        {...text('promoValidity', 'promo_until')}
        type="datetime-local"
        description={t('promo_until_hint', { zone: timeZone.replaceAll('_', ' ') })}
      />
      <div className={classes.two}>
        <TextInput
          {...text('promoUsageLimit', 'promo_limit')}
          description={t('promo_limit_hint')}
          inputMode="numeric"
          maxLength={8}
        />
        <TextInput
          {...text('perUserLimit', 'promo_per_user')}
          description={t('promo_limit_hint')}
          inputMode="numeric"
          maxLength={5}
        />
      </div>
      {promo && (
        <Text size="sm" c="dimmed">
          {`${t('promo_used')}: ${format.number(promo.userAvail)} · ${t('created_at')}: ${format.dateTime(promo.createdAt)}`}
        </Text>
      )}
    </FormDrawer>
  )
}
