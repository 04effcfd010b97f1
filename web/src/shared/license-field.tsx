// The photo of the driving licence: by the camera of a phone or from a file, shown before it is sent.
import { Text } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../i18n/provider.tsx'
import { PhotoButtons } from './photo-buttons.tsx'
import styles from './license-field.module.css'
import type { ChosenPhoto } from './use-chosen-photo.ts'

type LicenseFieldProps = { license: ChosenPhoto; error?: string | undefined }

export const LicenseField = ({ license, error }: LicenseFieldProps) => {
  const t = useT()
  const problemId = useId()
  const { photo, busy, choose } = license
  const shown = license.problem ?? (photo ? undefined : error)
  return (
    <div role="group" aria-label={t('license_photo')} aria-describedby={problemId}>
      {photo && <img src={photo.preview} alt={t('license_preview')} className={styles.preview} />}
      <PhotoButtons
        camera="environment"
        name="license"
        busy={busy}
        chooseLabel={t(photo ? 'license_change' : 'license_choose')}
        onFile={(file) => void choose(file)}
      />
      <Text id={problemId} role="alert" size="sm" c="var(--mantine-color-error)" mt={shown ? 6 : 0}>
        {shown && t(shown)}
      </Text>
    </div>
  )
}
