// The car types as one choice: picture, price of the trip or to start from, and how far the nearest free car is.
import { Loader, Text } from '@mantine/core'
import { IconCar, IconPackage, IconUser } from '@tabler/icons-react'
import type { CarType } from '@wayfare/contract/catalog'
import { lowestFare, tariffFields } from '@wayfare/core/fare'
import type { LatLng } from '@wayfare/core/geo'
import type { CarTypeId } from '@wayfare/core/ids'
import { parseDecimal, toDecimal } from '@wayfare/core/money'
import { makeRecord } from '@wayfare/core/records'
import { defaultSettings, type PublicSettings } from '@wayfare/core/settings'
import { useId } from 'react'
import { useCarTypes, useSettings, useSupply } from '../api/queries.ts'
import { useFormat, useT } from '../i18n/provider.tsx'
import { useProblemText } from '../ui/dialogs.tsx'
import styles from './car-choice.module.css'
import { FieldError } from '../ui/field-error.tsx'

type CarChoiceProps = {
  pickup: LatLng | null
  value: CarTypeId | null
  /** what the trip costs in each, as soon as that is known */
  prices?: readonly { carType: CarTypeId; payableAmount: string }[] | null
  /** they are being asked for */
  isPricing?: boolean
  onChange: (carType: CarTypeId) => void
}

type Supply = { free: number; nearestS: number | null } | null

const CarSupply = ({ supply }: { supply: Supply }) => {
  const t = useT()
  const format = useFormat()
  if (!supply) return null
  if (supply.free === 0) return <span className={styles.none}>{t('car_none_near')}</span>
  return (
    <span className={styles.near}>
      {supply.nearestS === null
        ? t('car_free', { count: supply.free })
        : t('car_nearest', { time: format.duration(supply.nearestS) })}
    </span>
  )
}

type CarOptionProps = {
  car: CarType
  name: string
  checked: boolean
  supply: Supply
  /** of the trip, a decimal; null while it is not known */
  price: string | null
  isPricing: boolean
  settings: PublicSettings
  onChoose: () => void
}

const lowestPrice = (car: CarType, settings: PublicSettings): string => {
  const { code } = settings
  const amounts = makeRecord(tariffFields, (field) => parseDecimal(car[field], code) ?? 0n)
  return toDecimal(lowestFare(amounts, settings), code)
}

const Carries = ({ category }: Pick<CarType, 'category'>) => {
  const t = useT()
  return (
    <span className={styles.carries}>
      {category === 'delivery' ? <IconPackage size={15} aria-hidden /> : <IconUser size={15} aria-hidden />}
      {t(`car_carries_${category}`)}
    </span>
  )
}

/** What the trip costs; before, from which amount on, and that the price is on its way. */
const Price = ({ car, price, isPricing, settings }: Pick<CarOptionProps, 'car' | 'price' | 'isPricing' | 'settings'>) => {
  const t = useT()
  const format = useFormat()
  if (price !== null) return format.money(price)
  if (isPricing) return <Loader size="sm" type="dots" />
  return t('car_base_price', { price: format.money(lowestPrice(car, settings)) })
}

const CarOption = ({ car, name, checked, supply, price, isPricing, settings, onChoose }: CarOptionProps) => (
  <label className={styles.option} data-checked={checked || undefined}>
    <input type="radio" className={styles.radio} name={name} value={car.id} checked={checked} onChange={onChoose} />
    <span className={styles.picture}>
      {car.image ? <img src={car.image} alt="" width={64} height={40} loading="lazy" /> : <IconCar size={34} aria-hidden />}
    </span>
    <span className={styles.words}>
      <bdi className={styles.name}>{car.name}</bdi>
      {/* where some carry people and others parcels */}
      {settings.category === 'both' && <Carries category={car.category} />}
      {car.extraInfo && <bdi className={styles.extra}>{car.extraInfo}</bdi>}
    </span>
    <span className={styles.side}>
      <bdi className={styles.price}>
        <Price car={car} price={price} isPricing={isPricing} settings={settings} />
      </bdi>
      <CarSupply supply={supply} />
    </span>
  </label>
)

export const CarChoice = ({ pickup, value, prices = null, isPricing = false, onChange }: CarChoiceProps) => {
  const t = useT()
  const problemText = useProblemText()
  const cars = useCarTypes()
  const supply = useSupply(pickup).data
  const settings = useSettings().data ?? defaultSettings
  const name = useId()
  const supplyOf = (car: CarType): Supply => {
    if (!pickup || !supply) return null
    return supply.carTypes.find((one) => one.carType === car.id) ?? { free: 0, nearestS: null }
  }
  return (
    <fieldset className={styles.set} aria-busy={isPricing || undefined}>
      <legend className={styles.legend}>{t('car_type')}</legend>
      <div className={styles.options}>
        {cars.data?.map((car) => (
          <CarOption
            key={car.id}
            car={car}
            name={name}
            checked={car.id === value}
            supply={supplyOf(car)}
            price={prices?.find(({ carType }) => carType === car.id)?.payableAmount ?? null}
            isPricing={isPricing}
            settings={settings}
            onChoose={() => onChange(car.id)}
          />
        ))}
        {cars.loading && [0, 1, 2].map((line) => <div key={line} className={styles.waiting} aria-hidden />)}
      </div>
      <FieldError text={cars.error.flag ? problemText(cars.error.cause) : null} />
      {cars.data?.length === 0 && <Text c="dimmed">{t('no_cars')}</Text>}
    </fieldset>
  )
}
