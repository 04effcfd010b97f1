// A car type as a form: a new one, or one with its tariff.
import { Stack, TextInput } from '@mantine/core'
import type { CarType } from '@wayfare/contract/catalog'
import { tariffWords } from '@wayfare/contract/fare-words'
import { getCategory } from '@wayfare/core/booking'
import { tariffFields } from '@wayfare/core/fare'
import { defaultSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useEditedRow } from '../../shared/use-edited-row.ts'
import { useRowFields } from '../../shared/use-row-fields.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { useForm, type FormState } from '../../ui/use-form.ts'
import type { Translator } from '../../ui/text.ts'
import { CarImageField } from './car-image-field.tsx'
import {
  builtInImages,
  checkCarType,
  makeCarType,
  makeCarTypeDraft,
  makeCarTypeLabels,
  type CarTypeDraft,
  type CarTypeInput,
} from './car-type-form.ts'
import classes from './catalog.module.css'
import type { CatalogueDrawerProps } from './use-catalogue-rows.tsx'

type CarTypeDrawerProps = CatalogueDrawerProps<CarType, CarTypeInput>

/** First what a trip costs at least, then what the drive multiplies. */
const fieldsInForm = [
  ...tariffFields.filter((field) => !tariffWords[field].rate),
  ...tariffFields.filter((field) => tariffWords[field].rate),
]

const feeTypes = ['percentage', 'flat'] as const
const carCategories = ['taxi', 'delivery'] as const

type FieldsProps = { form: FormState<CarTypeDraft> }

const Tariff = ({ form }: FieldsProps) => {
  const t = useT()
  const { amount } = useRowFields(form, makeCarTypeLabels(useSettings().data ?? defaultSettings))
  const { convenienceFeeType } = form.draft
  return (
    <>
      <div className={classes.two}>
        {fieldsInForm.map((name) => (
          <AmountField key={name} {...amount(name)} />
        ))}
      </div>
      <div className={classes.two}>
        <AmountField {...amount('convenienceFees')} kind={convenienceFeeType === 'flat' ? 'money' : 'percentage'} />
        <SegmentedField
          label={t('car_fee_type')}
          values={feeTypes}
          value={convenienceFeeType}
          textOf={(type) => t(`fee_${type}`)}
          onChange={(type) => form.set({ convenienceFeeType: type, convenienceFees: '' })}
        />
      </div>
    </>
  )
}

/** A field as people read it. */
const describer =
  (t: Translator, labels: Record<keyof CarTypeDraft, string>) => (field: keyof CarTypeDraft, draft: CarTypeDraft) => {
    const label = t(labels[field])
    const value = draft[field]
    if (field === 'image')
      return { label, text: t(builtInImages.find(({ src }) => src === value)?.label ?? 'car_image_uploaded') }
    if (field === 'convenienceFeeType') return { label, text: t(`fee_${value}`) }
    if (field === 'category') return { label, text: t(`category_${value}`) }
    return { label, text: value }
  }

export const CarTypeDrawer = ({ row: carType, busy, onSave, read, onClose }: CarTypeDrawerProps) => {
  const t = useT()
  const settings = useSettings().data ?? defaultSettings
  const { category } = settings
  const format = useFormat()
  const form: FormState<CarTypeDraft> = useForm(makeCarTypeDraft(carType, getCategory(category, 'taxi'), format), {
    check: (typed) => checkCarType(typed, format),
    send: (typed) => onSave(makeCarType(typed, edited.row, format), edited.row, edited.refuse),
    refused: (key) => (key === 'name_taken' ? { name: key } : {}),
  })
  const { draft, set } = form
  const labels = makeCarTypeLabels(settings)
  const { text } = useRowFields(form, labels)
  const edited = useEditedRow(
    form,
    { first: carType, draftOf: (row: CarType) => makeCarTypeDraft(row, row.category, format), read },
    describer(t, labels),
  )
  return (
    <FormDrawer title={t(carType ? 'car_type_edit' : 'car_type_add')} form={form} busy={busy} onClose={onClose}>
      {edited.contest && <RowChangedNote {...edited.contest} name={draft.name} busy={busy} onMine={form.submit} />}
      <TextInput {...text('name')} maxLength={60} data-autofocus />
      {category === 'both' && (
        <SegmentedField
          label={t('car_category')}
          values={carCategories}
          value={draft.category}
          textOf={(one) => t(`category_${one}`)}
          onChange={(one) => set({ category: one })}
        />
      )}
      <CarImageField value={draft.image} onChange={(image) => set({ image })} />
      <Stack gap="md">
        <Tariff form={form} />
      </Stack>
      <TextInput {...text('extraInfo')} description={t('car_extra_info_hint')} maxLength={200} />
    </FormDrawer>
  )
}
