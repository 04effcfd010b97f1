// A promotion code as a form: a new one, or one that is changed.
import { Text, TextInput } from '@mantine/core'
import type { Promo } from '@wayfare/contract/promos'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useEditedRow } from '../../shared/use-edited-row.ts'
import { useRowFields } from '../../shared/use-row-fields.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { isHalfTyped } from '../../ui/half-typed.ts'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { useForm, type FormState } from '../../ui/use-form.ts'
import classes from './catalog.module.css'
import { checkPromoDraft, makePromo, makePromoDraft, promoLabels, type PromoDraft, type PromoInput } from './promo-form.ts'
import type { CatalogueDrawerProps } from './use-catalogue-rows.tsx'

type PromoDrawerProps = CatalogueDrawerProps<Promo, PromoInput>

const discountTypes = ['percentage', 'flat'] as const

const Discount = ({ form }: { form: FormState<PromoDraft> }) => {
  const t = useT()
  const { amount } = useRowFields(form, promoLabels)
  const { promoDiscountType } = form.draft
  const isFlat = promoDiscountType === 'flat'
  return (
    <>
      <SegmentedField
        label={t('promo_type')}
        values={discountTypes}
        value={promoDiscountType}
        textOf={(type) => t(`fee_${type}`)}
        onChange={(type) => form.set({ promoDiscountType: type, promoDiscountValue: '' })}
      />
      <div className={classes.two}>
        <AmountField {...amount('promoDiscountValue')} kind={isFlat ? 'money' : 'percentage'} />
        {!isFlat && <AmountField {...amount('maxPromoDiscountValue')} description={t('promo_most_hint')} />}
        <AmountField {...amount('minOrder')} />
      </div>
    </>
  )
}

export const PromoDrawer = ({ row: promo, busy, onSave, read, onClose }: PromoDrawerProps) => {
  const t = useT()
  const format = useFormat()
  const { timeZone } = useSettings().data ?? defaultSettings
  const place = { timeZone, typing: format }
  const form: FormState<PromoDraft> = useForm(makePromoDraft(promo, place), {
    check: (draft) => ({
      ...checkPromoDraft(draft, place),
      ...(isHalfTyped(form, 'promoValidity') ? { promoValidity: 'proper_date' } : {}),
    }),
    send: (draft) => onSave(makePromo(draft, place, edited.row), edited.row, edited.refuse),
    refused: (key) => (key === 'name_taken' ? { promoName: key } : {}),
  })
  const { text } = useRowFields(form, promoLabels)
  const edited = useEditedRow(
    form,
    { first: promo, draftOf: (row: Promo) => makePromoDraft(row, place), read },
    (field, draft) => ({
      label: t(promoLabels[field]),
      text: field === 'promoDiscountType' ? t(`fee_${draft[field]}`) : draft[field].replace('T', ' '),
    }),
  )
  return (
    <FormDrawer title={t(promo ? 'promo_edit' : 'promo_add')} form={form} busy={busy} onClose={onClose}>
      {edited.contest && <RowChangedNote {...edited.contest} name={form.draft.promoName} busy={busy} onMine={form.submit} />}
      <TextInput {...text('promoName')} description={t('promo_name_hint')} maxLength={40} data-autofocus />
      <TextInput {...text('promoDescription')} maxLength={300} />
      <Discount form={form} />
      <TextInput
        {...text('promoValidity')}
        type="datetime-local"
        description={t('promo_until_hint', { zone: timeZone.replaceAll('_', ' ') })}
      />
      <div className={classes.two}>
        <TextInput {...text('promoUsageLimit')} description={t('promo_limit_hint')} inputMode="numeric" maxLength={8} />
        <TextInput {...text('perUserLimit')} description={t('promo_limit_hint')} inputMode="numeric" maxLength={5} />
      </div>
      {promo && (
        <Text size="sm" c="dimmed">
          {`${t('promo_used')}: ${format.number(promo.userAvail)} · ${t('created_at')}: ${format.dateTime(promo.createdAt)}`}
        </Text>
      )}
    </FormDrawer>
  )
}
