// What belongs to a car type: what parcels and options cost, and what a late cancellation costs. Each list is written in its place.
import type { changeCarType, CarType } from '@wayfare/contract/catalog'
import type { InputOf } from '@wayfare/contract/endpoint'
import { getCategory } from '@wayfare/core/booking'
import { defaultSettings } from '@wayfare/core/settings'
import { useMemo } from 'react'
import { useSettings } from '../../api/queries.ts'
import type { Format } from '@wayfare/core/format'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { Column } from '../../ui/data-table-model.ts'
import { EditableList } from '../../ui/editable-list.tsx'
import type { Draft } from '../../ui/list-contest.ts'
import type { Parsed, SavedList } from '../../ui/use-list-editing.ts'
import type { Translator } from '../../ui/text.ts'
import { isAmount, parseWholeNumber, wireAmount } from './amounts.ts'
import { readCarTypeInput } from './car-type-form.ts'
import classes from './catalog.module.css'

const amountCell = (format: Format) => (row: { amount: string }) => <bdi>{format.columnMoney(row.amount)}</bdi>

type Extra = CarType['options'][number]
type Slab = CarType['cancelSlabs'][number]

type ListProps = {
  carType: CarType
  locked: boolean
  save: (changed: InputOf<typeof changeCarType>) => Promise<unknown>
  read: (carType: CarType) => Promise<CarType | null>
}
type ListName = 'parcelTypes' | 'options' | 'cancelSlabs'

const mostMinutes = 1440
/** As in the contract: so many characters. */
const mostCharacters = 100

/** One of the lists of a car type, saved with all the rest of it. */
const listsOf = <Name extends ListName>(
  { carType, save, read }: ListProps,
  name: Name,
  inOrder = (rows: readonly CarType[Name][number][]) => rows,
) => {
  const listOf = (row: CarType): SavedList<CarType[Name][number]> => ({
    rows: row[name],
    save: (rows) => save({ ...readCarTypeInput(row), [name]: inOrder(rows), id: row.id, version: row.version }),
  })
  const reread = async () => {
    const now = await read(carType)
    return now && listOf(now)
  }
  return { list: listOf(carType), reread }
}

const draftAmount = (row: { amount: string } | null, format: Format): string => (row ? format.writeAmount(row.amount) : '')

/** What an amount that was typed could be, where that is not sure: the way it would be written, and as people read it. */
const choicesIn = (format: Format) => (typed: string) => {
  const reading = format.readAmount(typed)
  const values = reading.is === 'unsure' ? reading.values : []
  return values.map((value) => ({ value: format.writeAmount(value), label: format.fullMoney(value) }))
}

const amountProblem = (typed: string, format: Format): string =>
  format.readAmount(typed).is === 'unsure' ? 'amount_unsure' : 'proper_amount'

const extraColumns = (t: Translator, format: Format): Column<Extra>[] => [
  { id: 'description', header: t('extra_description'), cell: (row) => <bdi>{row.description}</bdi>, card: 'title' },
  { id: 'amount', header: t('extra_amount'), cell: amountCell(format), align: 'end', card: 'status' },
]

type ExtrasProps = ListProps & { name: 'parcelTypes' | 'options'; words: { title: string; add: string; none: string } }

const Extras = ({ name, words, ...props }: ExtrasProps) => {
  const t = useT()
  const format = useFormat()
  const columns = useMemo(() => extraColumns(t, format), [t, format])
  const parse = (draft: Draft, others: readonly Extra[]): Parsed<Extra> => {
    const [description = '', amount = ''] = [draft['description']?.trim(), draft['amount']]
    const taken = others.some((other) => other.description === description) ? t('field_taken') : null
    const wrong = description === '' ? t('field_required') : taken
    const isFine = isAmount(amount, format)
    if (wrong === null && isFine) return { row: { description, amount: wireAmount(amount, format) } }
    return {
      problems: { ...(wrong ? { description: wrong } : {}), ...(isFine ? {} : { amount: t(amountProblem(amount, format)) }) },
    }
  }
  return (
    <EditableList
      bare
      keepAs="bare"
      caption={t(words.title)}
      columns={columns}
      {...listsOf(props, name)}
      rowKey={({ description }) => description}
      emptyText={t(words.none)}
      fields={[
        { id: 'description', label: t('extra_description'), maxLength: mostCharacters },
        { id: 'amount', label: t('extra_amount'), numeric: true, maxLength: 24, choicesOf: choicesIn(format) },
      ]}
      draftOf={(row) => ({ description: row?.description ?? '', amount: draftAmount(row, format) })}
      parse={parse}
      nameOf={({ description }) => description}
      addLabel={t(words.add)}
      canMove
      readOnly={props.locked}
    />
  )
}

const Slabs = (props: ListProps) => {
  const t = useT()
  const format = useFormat()
  const columns = useMemo<Column<Slab>[]>(
    () => [
      { id: 'minsDelayed', header: t('slab_minutes'), cell: (row) => format.number(row.minsDelayed), card: 'fact' },
      {
        id: 'amount',
        header: t('extra_amount'),
        cell: amountCell(format),
        align: 'end',
        card: 'fact',
      },
    ],
    [t, format],
  )
  const parse = (draft: Draft, others: readonly Slab[]): Parsed<Slab> => {
    const amount = draft['amount'] ?? ''
    const minsDelayed = parseWholeNumber(draft['minsDelayed'] ?? '', { least: 0, most: mostMinutes }, format)
    const isFine = isAmount(amount, format)
    const isTaken = others.some((other) => other.minsDelayed === minsDelayed)
    if (minsDelayed !== null && !isTaken && isFine) return { row: { minsDelayed, amount: wireAmount(amount, format) } }
    const problems: Record<string, string> = {}
    if (minsDelayed === null) problems['minsDelayed'] = t('proper_minutes_late')
    if (isTaken) problems['minsDelayed'] = t('field_taken')
    if (!isFine) problems['amount'] = t(amountProblem(amount, format))
    return { problems }
  }
  return (
    <EditableList
      bare
      keepAs="bare"
      caption={t('car_slabs')}
      columns={columns}
      {...listsOf(props, 'cancelSlabs', (rows) => rows.toSorted((a, b) => a.minsDelayed - b.minsDelayed))}
      rowKey={({ minsDelayed }) => String(minsDelayed)}
      emptyText={t('car_slabs_none')}
      fields={[
        { id: 'minsDelayed', label: t('slab_minutes'), numeric: true, maxLength: 4 },
        { id: 'amount', label: t('extra_amount'), numeric: true, maxLength: 24, choicesOf: choicesIn(format) },
      ]}
      draftOf={(row) => ({ minsDelayed: row ? String(row.minsDelayed) : '', amount: draftAmount(row, format) })}
      parse={parse}
      nameOf={({ minsDelayed, amount }) => `${format.number(minsDelayed)} – ${format.exactMoney(amount)}`}
      addLabel={t('car_slab_add')}
      readOnly={props.locked}
    />
  )
}

const parcelWords = { title: 'car_parcel_types', add: 'car_parcel_type_add', none: 'car_parcel_types_none' }
const optionWords = { title: 'car_options', add: 'car_option_add', none: 'car_options_none' }

export const CarTypeLists = (props: ListProps) => {
  const { category } = useSettings().data ?? defaultSettings
  return (
    <div className={classes.lists}>
      {getCategory(category, props.carType.category) === 'delivery' && (
        <>
          <Extras {...props} name="parcelTypes" words={parcelWords} />
          <Extras {...props} name="options" words={optionWords} />
        </>
      )}
      <Slabs {...props} />
    </div>
  )
}
