// For tests: a car type, a promo and reasons as the server gives them.
import type { CarType } from '@wayfare/contract/catalog'
import type { Promo } from '@wayfare/contract/promos'
import { asId } from '@wayfare/core/ids'

export const bike: CarType = {
  id: asId('bike'),
  name: 'Bike',
  image: '/images/cars/cargo-bike.svg',
  extraInfo: '',
  baseFare: '40.00',
  ratePerUnitDistance: '8.00',
  ratePerHour: '0.00',
  minFare: '59.00',
  convenienceFees: '10.00',
  convenienceFeeType: 'percentage',
  category: 'delivery',
  parcelTypes: [{ description: 'Box', amount: '20.00' }],
  options: [],
  cancelSlabs: [],
  version: 4,
  createdAt: 0,
}

export const summer: Promo = {
  id: asId('one'),
  promoName: 'SUMMER',
  promoDescription: 'Warm',
  promoDiscountType: 'percentage',
  promoDiscountValue: '10.00',
  maxPromoDiscountValue: null,
  minOrder: '0.00',
  promoValidity: null,
  promoUsageLimit: null,
  perUserLimit: null,
  userAvail: 2,
  version: 1,
  createdAt: 0,
}

export const reasonsOf = (labels: readonly string[], version: number) => ({
  cancelReasons: labels.map((label, value) => ({ value, label })),
  version,
})
