// What a driver has beyond others: the vehicle, the licence, the fleet, and the bank where the operator asks for it.
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { formatPersonName } from '@wayfare/core/accounts'
import { mayWriteField } from '@wayfare/core/people'
import { useCarTypes } from '../../api/queries.ts'
import { useT } from '../../i18n/provider.tsx'
import { LicenseField } from '../../shared/license-field.tsx'
import { FleetAdminSelect } from './fleet-admin-select.tsx'
import classes from './people.module.css'
import { LicenseFigure } from './license-figure.tsx'
import type { PersonForm } from './use-person-form.ts'
import { useTextField } from './use-text-field.ts'

const Vehicle = ({ form }: { form: PersonForm }) => {
  const t = useT()
  const text = useTextField(form)
  const carTypes = useCarTypes().data ?? []
  const types = carTypes.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <fieldset className={classes.part}>
      <legend>{t('driver_vehicle')}</legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...text('vehicleMake')} />
        <TextInput {...text('vehicleModel')} />
        <TextInput {...text('vehicleNumber')} autoCapitalize="characters" />
        <NativeSelect {...text('carType')} data={[{ value: '', label: '–' }, ...types]} />
      </SimpleGrid>
      <Textarea {...text('otherInfo')} rows={3} />
    </fieldset>
  )
}

const License = ({ form: { license, person, form } }: { form: PersonForm }) => {
  const t = useT()
  return (
    <fieldset className={classes.part}>
      <legend>{t('license_photo')}</legend>
      {person && !license.photo && <LicenseFigure src={person.licenseImage} name={formatPersonName(form.draft)} />}
      <LicenseField license={license} />
    </fieldset>
  )
}

const Fleet = ({ form: { form, person } }: { form: PersonForm }) => {
  const t = useT()
  const known = person?.fleetAdmin ? { value: person.fleetAdmin, label: person.fleetAdminName ?? '–' } : null
  return (
    <FleetAdminSelect
      label={t('role_fleetadmin')}
      value={form.draft.fleetAdmin}
      onChange={(fleetAdmin) => form.set({ fleetAdmin })}
      first={[{ value: '', label: t('fleet_admin_none') }]}
      known={known}
    />
  )
}

const Bank = ({ form }: { form: PersonForm }) => {
  const t = useT()
  const text = useTextField(form)
  return (
    <fieldset className={classes.part}>
      <legend>{t('profile_bank')}</legend>
      <TextInput {...text('bankName')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...text('bankCode')} dir="ltr" />
        <TextInput {...text('bankAccount')} dir="ltr" />
      </SimpleGrid>
    </fieldset>
  )
}

export const DriverFields = ({ form }: { form: PersonForm }) => {
  const { hasBank, viewer } = form.ground
  return (
    <>
      <Vehicle form={form} />
      <License form={form} />
      {mayWriteField(viewer, 'fleetAdmin') && <Fleet form={form} />}
      {mayWriteField(viewer, 'bankName') && hasBank && <Bank form={form} />}
    </>
  )
}
