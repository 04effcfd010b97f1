import type { Promo } from '@wayfare/contract/promos'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import classes from './catalog.module.css'
import { makeCatalogueColumns } from './catalogue-columns.tsx'

export const makePromoColumns = (t: Translator, format: Format): Column<Promo>[] => {
  const { text, amount, count, fee, feeType, createdAt } = makeCatalogueColumns<Promo>(t, format)
  const { sort: _none, ...description } = text('promoDescription', 'promo_description', (row) => row.promoDescription)
  return [
    { ...text('promoName', 'promo_name', (row) => row.promoName), card: 'title' },
    { ...description, cell: (row) => <bdi className={classes.words}>{row.promoDescription}</bdi>, card: 'hidden' },
    feeType('promoDiscountType', 'promo_type', (row) => row.promoDiscountType),
    {
      ...fee('promoDiscountValue', 'promo_value', (row) => ({ type: row.promoDiscountType, value: row.promoDiscountValue })),
      card: 'status',
    },
    { ...amount('maxPromoDiscountValue', 'promo_most', (row) => row.maxPromoDiscountValue), card: 'hidden' },
    { ...amount('minOrder', 'promo_least', (row) => row.minOrder), card: 'hidden' },
    {
      id: 'promoValidity',
      header: t('promo_until'),
      cell: (row) => (row.promoValidity === null ? t('no_limit') : format.dateTime(row.promoValidity)),
      sort: (row) => row.promoValidity ?? Number.MAX_SAFE_INTEGER,
      plain: ({ promoValidity: at }) => (at === null ? '' : { at }),
    },
    count('userAvail', 'promo_used', (row) => row.userAvail),
    count('promoUsageLimit', 'promo_limit', (row) => row.promoUsageLimit),
    { ...count('perUserLimit', 'promo_per_user', (row) => row.perUserLimit), card: 'hidden', extra: true },
    { ...createdAt((row) => row.createdAt), extra: true },
  ]
}
