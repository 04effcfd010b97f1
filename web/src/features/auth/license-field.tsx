// The photo of the driving licence: by the camera of a phone or from a file, shown before it is sent.
import { Button, Group, Text } from '@mantine/core'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { imageTypes } from '@wayfare/core/images'
import { useId, useRef } from 'react'
import type { ChangeEvent, RefObject } from 'react'
import { useT } from '../../i18n/provider.tsx'
import styles from './drive.module.css'
import type { LicensePhoto } from './use-license-photo.ts'

export type LicenseFieldProps = { license: LicensePhoto; error?: string | undefined }

const accept = imageTypes.join()

const hasCamera = (): boolean => matchMedia('(pointer: coarse)').matches

type HiddenInputProps = { input: RefObject<HTMLInputElement | null>; camera: boolean; onFile: (file: File) => void }

const HiddenInput = ({ input, camera, onFile }: HiddenInputProps) => {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // the same file may be chosen again
    event.currentTarget.value = ''
    if (file) onFile(file)
  }
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
      hidden
      onChange={pick}
      {...(camera ? { capture: 'environment' as const } : { 'data-file': 'license' })}
    />
  )
}

export const LicenseField = ({ license, error }: LicenseFieldProps) => {
  const t = useT()
  const problemId = useId()
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const { photo, busy, choose } = license
  const onFile = (file: File) => void choose(file)
  const shown = license.problem ?? (photo ? undefined : error)
  const icon = { size: 20, 'aria-hidden': true } as const
  return (
    <div role="group" aria-label={t('license_photo')} aria-describedby={problemId}>
      {photo && <img src={photo.preview} alt={t('license_preview')} className={styles.preview} />}
      <HiddenInput input={camera} camera onFile={onFile} />
      <HiddenInput input={files} camera={false} onFile={onFile} />
      <Group gap="sm">
        {hasCamera() && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconCamera {...icon} />}
            loading={busy}
            onClick={() => camera.current?.click()}
          >
            {t('license_take')}
          </Button>
        )}
        <Button
          name="license"
          variant="default"
          size="md"
          leftSection={<IconPhoto {...icon} />}
          loading={busy}
          onClick={() => files.current?.click()}
        >
          {t(photo ? 'license_other' : 'license_choose')}
        </Button>
      </Group>
      <Text id={problemId} role="alert" size="sm" c="var(--mantine-color-error)" mt={shown ? 6 : 0}>
        {shown && t(shown)}
      </Text>
    </div>
  )
}
