// What a driver drives, and what else riders or the desk should know.
import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { Me } from '@wayfare/contract/accounts'
import { useCarTypes } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Form } from '../../ui/form.tsx'
import { SubjectCard } from '../../ui/subject-card.tsx'
import type { ProfileField } from './profile-form.ts'
import { useProfileForm } from './use-profile-form.ts'

const fields: readonly ProfileField[] = ['vehicleMake', 'vehicleModel', 'vehicleNumber', 'otherInfo']

export const VehicleCard = ({ me }: { me: Me }) => {
  const t = useT()
  const { form, field } = useProfileForm(me, fields)
  const carType = useCarTypes().data?.find(({ id }) => id === me.carType)?.name
  return (
    <SubjectCard id="vehicle" title={t('profile_vehicle')}>
      <Form form={form} aria-labelledby="vehicle-title">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput {...field('vehicleMake')} label={t('vehicle_make')} maxLength={60} />
          <TextInput {...field('vehicleModel')} label={t('vehicle_model')} maxLength={60} />
        </SimpleGrid>
        <TextInput
          {...field('vehicleNumber')}
          label={t('vehicle_plate')}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <TextInput
          label={t('car_type')}
          value={carType ?? '–'}
          description={t('profile_car_type_fixed')}
          readOnly
          variant="filled"
          rightSection={<IconLock size={18} aria-hidden />}
        />
        <Textarea {...field('otherInfo')} label={t('vehicle_info')} maxLength={500} rows={3} />
        <FormFoot label={t('save')} busy={form.busy} />
      </Form>
    </SubjectCard>
  )
}
