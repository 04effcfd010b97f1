import type { CarType } from '@wayfare/contract/catalog'
import { getTariffLabel } from '@wayfare/contract/fare-words'
import { getCategory } from '@wayfare/core/booking'
import { tariffFields } from '@wayfare/core/fare'
import type { TariffField } from '@wayfare/core/fare'
import type { PublicSettings } from '@wayfare/core/settings'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import classes from './catalog.module.css'

/** A fee as people read it: an amount, or a percentage, whose sign stays behind it in every direction. */
export const formatFeeCell = (type: 'flat' | 'percentage', value: string, format: Format) =>
  type === 'flat' ? <bdi>{format.exactMoney(value)}</bdi> : <bdi dir="ltr">{`${format.number(Number(value))} %`}</bdi>

export const makeCarTypeColumns = (
  t: Translator,
  format: Format,
  settings: Pick<PublicSettings, 'convertToMile' | 'category'>,
): Column<CarType>[] => {
  const { category } = settings
  const amount = (id: TariffField): Column<CarType> => ({
    id,
    header: t(getTariffLabel(id, settings)),
    cell: (row) => <bdi>{format.exactMoney(row[id])}</bdi>,
    sort: (row) => Number(row[id]),
    plain: (row) => ({ amount: row[id] }),
    align: 'end',
    card: id === 'ratePerHour' ? 'hidden' : 'fact',
  })
  const kindOf = (row: CarType) => t(`category_${getCategory(category, row.category)}`)
  return [
    {
      id: 'name',
      header: t('car_name'),
      cell: ({ name, image }) => (
        <span className={classes.car}>
          <img src={image} alt="" />
          <bdi>{name}</bdi>
        </span>
      ),
      sort: ({ name }) => name,
      search: ({ name }) => name,
      plain: ({ name }) => name,
      card: 'title',
    },
    ...(category === 'both'
      ? [
          {
            id: 'category',
            header: t('car_category'),
            cell: kindOf,
            sort: kindOf,
            search: kindOf,
            plain: kindOf,
            card: 'fact' as const,
          },
        ]
      : []),
    ...tariffFields.map(amount),
    {
      id: 'convenienceFees',
      header: t('car_fee'),
      cell: (row) => formatFeeCell(row.convenienceFeeType, row.convenienceFees, format),
      plain: (row) => ({ amount: row.convenienceFees }),
      align: 'end',
      card: 'hidden',
    },
    {
      id: 'convenienceFeeType',
      header: t('car_fee_type'),
      cell: (row) => t(`fee_${row.convenienceFeeType}`),
      sort: (row) => row.convenienceFeeType,
      plain: (row) => t(`fee_${row.convenienceFeeType}`),
      card: 'hidden',
      extra: true,
    },
    {
      id: 'extraInfo',
      header: t('car_extra_info'),
      cell: ({ extraInfo }) => <bdi>{extraInfo}</bdi>,
      search: ({ extraInfo }) => extraInfo,
      plain: ({ extraInfo }) => extraInfo,
      card: 'hidden',
      extra: true,
    },
    {
      id: 'createdAt',
      header: t('created_at'),
      cell: ({ createdAt }) => <span className={classes.moment}>{format.dateTime(createdAt)}</span>,
      sort: ({ createdAt }) => createdAt,
      plain: ({ createdAt }) => ({ at: createdAt }),
      card: 'hidden',
    },
  ]
}
