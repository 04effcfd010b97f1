// A car type as a form: a new one, or one with its tariff.
import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import type { CarType } from '@wayfare/contract/catalog'
import { getTariffLabel, tariffWords } from '@wayfare/contract/fare-words'
import { getCategory } from '@wayfare/core/booking'
import { tariffFields } from '@wayfare/core/fare'
import type { TariffField } from '@wayfare/core/fare'
import { makeRecord } from '@wayfare/core/records'
import { defaultSettings } from '@wayfare/core/settings'
import type { PublicSettings } from '@wayfare/core/settings'
import { useSettings } from '../../api/queries.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { AmountField } from '../../shared/amount-field.tsx'
import { useEditedRow } from '../../shared/use-edited-row.ts'
import { useRowForm } from '../../shared/use-row-form.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { RowChangedNote } from '../../ui/row-changed-note.tsx'
import type { Translator } from '../../ui/text.ts'
import { CarImageField } from './car-image-field.tsx'
import { builtInImages, checkCarType, makeCarType, makeCarTypeDraft } from './car-type-form.ts'
import type { CarTypeDraft, CarTypeInput } from './car-type-form.ts'
import classes from './catalog.module.css'

type CarTypeDrawerProps = {
  carType: CarType | null
  busy: boolean
  /** `before`: what is changed, as it was read last */
  onSave: (input: CarTypeInput, before: CarType | null, onFailed: (cause: unknown) => void) => void
  read: (carType: CarType) => Promise<CarType | null>
  onClose: () => void
}

/** The keys of what the fields are called where distances are in this unit. */
const labelsOf = (settings: Pick<PublicSettings, 'convertToMile'>): Record<keyof CarTypeDraft, string> => ({
  name: 'car_name',
  image: 'car_image',
  extraInfo: 'car_extra_info',
  ...makeRecord(tariffFields, (field) => getTariffLabel(field, settings)),
  convenienceFees: 'car_fee',
  convenienceFeeType: 'car_fee_type',
  category: 'car_category',
})

/** First what a trip costs at least, then what the drive multiplies. */
const fieldsInForm = [
  ...tariffFields.filter((field) => !tariffWords[field].rate),
  ...tariffFields.filter((field) => tariffWords[field].rate),
]

type FieldsProps = { form: ReturnType<typeof useRowForm<CarTypeDraft>> }

const Tariff = ({ form: { draft, set, problems } }: FieldsProps) => {
  const t = useT()
  const labels = labelsOf(useSettings().data ?? defaultSettings)
  const isFlat = draft.convenienceFeeType === 'flat'
  const field = (name: TariffField | 'convenienceFees') => ({
    name,
    label: t(labels[name]),
    value: draft[name],
    tidy: true,
    error: problems[name] && t(problems[name]),
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <>
      <div className={classes.two}>
        {fieldsInForm.map((name) => (
          <AmountField key={name} {...field(name)} />
        ))}
      </div>
      <div className={classes.two}>
        <AmountField {...field('convenienceFees')} kind={isFlat ? 'money' : 'percentage'} />
        <Input.Wrapper label={t('car_fee_type')} size="md" labelElement="div">
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t('car_fee_type')}
            value={draft.convenienceFeeType}
            onChange={(value) => set({ convenienceFeeType: value === 'flat' ? 'flat' : 'percentage', convenienceFees: '' })}
            data={[
              { value: 'percentage', label: t('fee_percentage') },
              { value: 'flat', label: t('fee_flat') },
            ]}
          />
        </Input.Wrapper>
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

export const CarTypeDrawer = ({ carType, busy, onSave, read, onClose }: CarTypeDrawerProps) => {
  const t = useT()
  const settings = useSettings().data ?? defaultSettings
  const { category } = settings
  const format = useFormat()
  const form = useRowForm<CarTypeDraft>(makeCarTypeDraft(carType, getCategory(category, 'taxi'), format), 'name')
  const { draft, problems, set } = form
  const edited = useEditedRow(
    form,
    { first: carType, draftOf: (row: CarType) => makeCarTypeDraft(row, row.category, format), read },
    describer(t, labelsOf(settings)),
  )
  const save = () => {
    const found = checkCarType(draft, format)
    form.setProblems(found)
    if (Object.keys(found).length === 0) onSave(makeCarType(draft, edited.row, format), edited.row, edited.refuse)
  }
  return (
    <FormDrawer
      opened
      title={t(carType ? 'car_type_edit' : 'car_type_add')}
      busy={busy}
      problems={problems}
      onSave={save}
      onClose={onClose}
    >
      {edited.contest && <RowChangedNote {...edited.contest} name={draft.name} busy={busy} onMine={save} />}
      <TextInput
        name="name"
        size="md"
        label={t('car_name')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        value={draft.name}
        error={problems.name && t(problems.name)}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {category === 'both' && (
        <Input.Wrapper label={t('car_category')} size="md" labelElement="div">
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t('car_category')}
            value={draft.category}
            onChange={(value) => set({ category: value === 'delivery' ? 'delivery' : 'taxi' })}
            data={[
              { value: 'taxi', label: t('category_taxi') },
              { value: 'delivery', label: t('category_delivery') },
            ]}
          />
        </Input.Wrapper>
      )}
      <CarImageField value={draft.image} onChange={(image) => set({ image })} />
      <Stack gap="md">
        <Tariff form={form} />
      </Stack>
      <TextInput
        name="extraInfo"
        size="md"
        label={t('car_extra_info')}
        description={t('car_extra_info_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
        autoComplete="off"
        value={draft.extraInfo}
        onChange={(event) => set({ extraInfo: event.currentTarget.value })}
      />
    </FormDrawer>
  )
}
