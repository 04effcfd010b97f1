// The vehicle a driver drives, and as which car type it is booked.
import { SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useCarTypes } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { useProblemText } from '../../ui/dialogs.tsx'
import styles from './drive.module.css'
import type { Problems, VehicleField } from './registration-form.ts'

const fields: readonly VehicleField[] = ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'carType']

type VehicleFieldsProps = { problems: Problems<VehicleField> }

const CarTypes = ({ error }: { error: string | boolean }) => {
  const t = useT()
  const problemText = useProblemText()
  const cars = useCarTypes()
  const errorId = useId()
  const failure = cars.error.flag ? problemText(cars.error.cause) : undefined
  return (
    <fieldset className={styles.cars} aria-describedby={errorId}>
      <legend>{t('car_type')}</legend>
      <div className={styles.options}>
        {cars.data?.map((car) => (
          <label key={car.id} className={styles.option}>
            <input type="radio" name="carType" value={car.id} />
            {car.image && <img src={car.image} alt="" width={64} height={40} />}
            <span>
              <span className={styles.carName}>
                <bdi>{car.name}</bdi>
              </span>
              <span className={styles.carInfo}>
                <bdi>{car.extraInfo}</bdi>
              </span>
            </span>
          </label>
        ))}
      </div>
      {cars.data?.length === 0 && <Text c="dimmed">{t('no_cars')}</Text>}
      <Text id={errorId} role="alert" size="sm" c="var(--mantine-color-error)" mt={error || failure ? 6 : 0}>
        {failure ?? error}
      </Text>
    </fieldset>
  )
}

export const VehicleFields = ({ problems }: VehicleFieldsProps) => {
  const t = useT()
  const [first] = Object.keys(problems).filter((field) => fields.includes(field as VehicleField))
  /** The words stand once, below the first; the others are only marked. */
  const errorOf = (field: VehicleField): string | boolean => {
    const key = problems[field]
    return key !== undefined && (field !== first || t(key))
  }
  return (
    <>
      <SimpleGrid cols={2}>
        <TextInput name="vehicleMake" aria-required label={t('vehicle_make')} maxLength={60} error={errorOf('vehicleMake')} />
        <TextInput name="vehicleModel" aria-required label={t('vehicle_model')} maxLength={60} error={errorOf('vehicleModel')} />
      </SimpleGrid>
      <TextInput
        name="vehicleNumber"
        aria-required
        label={t('vehicle_plate')}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        error={errorOf('vehicleNumber')}
      />
      <CarTypes error={errorOf('carType')} />
      <Textarea name="otherInfo" label={t('vehicle_info')} maxLength={500} autosize minRows={2} maxRows={6} />
    </>
  )
}
