// The purchase code: written, never read back; its last characters tell which one it is.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useT } from '../../i18n/provider.tsx'
import type { SettingsForm } from './use-settings-form.ts'

type LicenseFieldProps = { form: SettingsForm; disabled: boolean; error: string | undefined }

export const LicenseField = ({ form, disabled, error }: LicenseFieldProps) => {
  const t = useT()
  const { license, licenseChecked } = form.all
  const isRemoved = form.isChanged('license') && form.draft.license === ''
  const state = () => {
    if (isRemoved) return t('license_removed')
    if (!license.isSet) return t('license_none')
    return license.lastFour === '' ? t('license_kept') : t('license_ends', { end: license.lastFour })
  }
  return (
    <div>
      <TextInput
        name="license"
        data-field="license"
        label={t('setting_license')}
        description={t(licenseChecked ? 'setting_license_help_checked' : 'setting_license_help')}
        dir="ltr"
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        spellCheck={false}
        disabled={disabled}
        value={form.draft.license}
        error={error}
        onChange={({ currentTarget: { value } }) => (value === '' ? form.undo(['license']) : form.change('license', value))}
      />
      <Group justify="space-between" mt={4} mih="var(--wf-touch)">
        <Text size="sm" c="dimmed" role="status">
          {state()}
        </Text>
        {license.isSet && !disabled && (
          <Button
            variant="subtle"
            color={isRemoved ? 'neutral' : 'danger'}
            size="md"
            onClick={() => (isRemoved ? form.undo(['license']) : form.change('license', ''))}
          >
            {t(isRemoved ? 'license_keep' : 'license_remove')}
          </Button>
        )}
      </Group>
    </div>
  )
}
