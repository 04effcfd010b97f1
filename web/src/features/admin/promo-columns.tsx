import type { Promo } from '@wayfare/contract/promos'
import type { Format } from '@wayfare/core/format'
import type { Column } from '../../ui/data-table-model.ts'
import type { Translator } from '../../ui/text.ts'
import { formatFeeCell } from './car-type-columns.tsx'
import classes from './catalog.module.css'

export const makePromoColumns = (t: Translator, format: Format): Column<Promo>[] => {
  const limit = (value: number | null): string => (value === null ? t('no_limit') : format.number(value))
  const endless = Number.MAX_SAFE_INTEGER
  return [
    {
      id: 'promoName',
      header: t('promo_name'),
      cell: ({ promoName }) => <bdi>{promoName}</bdi>,
      sort: ({ promoName }) => promoName,
      search: ({ promoName }) => promoName,
      plain: ({ promoName }) => promoName,
      card: 'title',
    },
    {
      id: 'promoDescription',
      header: t('promo_description'),
      cell: ({ promoDescription }) => <bdi className={classes.words}>{promoDescription}</bdi>,
      search: ({ promoDescription }) => promoDescription,
      plain: ({ promoDescription }) => promoDescription,
      card: 'hidden',
    },
    {
      id: 'promoDiscountType',
      header: t('promo_type'),
      cell: (row) => t(`fee_${row.promoDiscountType}`),
      sort: (row) => row.promoDiscountType,
      plain: (row) => t(`fee_${row.promoDiscountType}`),
      card: 'hidden',
      extra: true,
    },
    {
      id: 'promoDiscountValue',
      header: t('promo_value'),
      cell: (row) => formatFeeCell(row.promoDiscountType, row.promoDiscountValue, format),
      plain: (row) => ({ amount: row.promoDiscountValue }),
      align: 'end',
      card: 'status',
    },
    {
      id: 'maxPromoDiscountValue',
      header: t('promo_most'),
      cell: ({ maxPromoDiscountValue: most }) => (most === null ? t('no_limit') : <bdi>{format.exactMoney(most)}</bdi>),
      sort: (row) => Number(row.maxPromoDiscountValue ?? endless),
      plain: ({ maxPromoDiscountValue: amount }) => (amount === null ? '' : { amount }),
      align: 'end',
      card: 'hidden',
    },
    {
      id: 'minOrder',
      header: t('promo_least'),
      cell: (row) => <bdi>{format.exactMoney(row.minOrder)}</bdi>,
      sort: (row) => Number(row.minOrder),
      plain: (row) => ({ amount: row.minOrder }),
      align: 'end',
      card: 'hidden',
    },
    {
      id: 'promoValidity',
      header: t('promo_until'),
      cell: (row) => (row.promoValidity === null ? t('no_limit') : format.dateTime(row.promoValidity)),
      sort: (row) => row.promoValidity ?? endless,
      plain: ({ promoValidity: at }) => (at === null ? '' : { at }),
      card: 'fact',
    },
    {
      id: 'userAvail',
      header: t('promo_used'),
      cell: (row) => format.number(row.userAvail),
      sort: (row) => row.userAvail,
      plain: (row) => row.userAvail,
      align: 'end',
      card: 'fact',
    },
    {
      id: 'promoUsageLimit',
      header: t('promo_limit'),
      cell: (row) => limit(row.promoUsageLimit),
      sort: (row) => row.promoUsageLimit ?? endless,
      plain: (row) => row.promoUsageLimit ?? '',
      align: 'end',
      card: 'fact',
    },
    {
      id: 'perUserLimit',
      header: t('promo_per_user'),
      cell: (row) => limit(row.perUserLimit),
      sort: (row) => row.perUserLimit ?? endless,
      plain: (row) => row.perUserLimit ?? '',
      align: 'end',
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
      extra: true,
    },
  ]
}
