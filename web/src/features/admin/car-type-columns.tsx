import type { CarType } from '@wayfare/contract/catalog'
import { getTariffLabel } from '@wayfare/contract/fare-words'
import { getCategory } from '@wayfare/core/booking'
import { tariffFields } from '@wayfare/core/fare'
import type { PublicSettings } from '@wayfare/core/settings'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import classes from './catalog.module.css'
import { makeCatalogueColumns } from './catalogue-columns.tsx'

export const makeCarTypeColumns = (
  t: Translator,
  format: Format,
  settings: Pick<PublicSettings, 'convertToMile' | 'category'>,
): Column<CarType>[] => {
  const { category } = settings
  const { text, amount, fee, feeType, createdAt } = makeCatalogueColumns<CarType>(t, format)
  const kindOf = (row: CarType) => t(`category_${getCategory(category, row.category)}`)
  const { sort: _none, ...extraInfo } = text('extraInfo', 'car_extra_info', (row) => row.extraInfo)
  return [
    {
      ...text('name', 'car_name', (row) => row.name),
      cell: ({ name, image }) => (
        <span className={classes.car}>
          <img src={image} alt="" />
          <bdi>{name}</bdi>
        </span>
      ),
      card: 'title',
    },
    ...(category === 'both' ? [{ ...text('category', 'car_category', kindOf), cell: kindOf }] : []),
    ...tariffFields.map((field): Column<CarType> => ({
      ...amount(field, getTariffLabel(field, settings), (row) => row[field]),
      card: field === 'ratePerHour' ? 'hidden' : 'fact',
    })),
    {
      ...fee('convenienceFees', 'car_fee', (row) => ({ type: row.convenienceFeeType, value: row.convenienceFees })),
      card: 'hidden',
    },
    feeType('convenienceFeeType', 'car_fee_type', (row) => row.convenienceFeeType),
    { ...extraInfo, card: 'hidden', extra: true },
    createdAt((row) => row.createdAt),
  ]
}
