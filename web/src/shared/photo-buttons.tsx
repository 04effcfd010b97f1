// The ways to a photo: the camera of a phone, or a file.
import { Button, Group } from '@mantine/core'
import { IconCamera, IconPhoto } from '@tabler/icons-react'
import { imageTypes } from '@wayfare/core/images'
import { useRef, type ChangeEvent, type ReactNode, type RefObject } from 'react'
import { useT } from '../i18n/provider.tsx'

type PhotoButtonsProps = {
  /** which camera a phone opens: the one that looks at the person, or away */
  camera: 'user' | 'environment'
  name: string
  busy: boolean
  chooseLabel: string
  onFile: (file: File) => void
  /** more buttons in the row */
  children?: ReactNode
}

const accept = imageTypes.join()

const hasCamera = (): boolean => matchMedia('(pointer: coarse)').matches

type HiddenInputProps = {
  input: RefObject<HTMLInputElement | null>
  capture?: 'user' | 'environment'
  name?: string
  onFile: (file: File) => void
}

const HiddenInput = ({ input, capture, name, onFile }: HiddenInputProps) => {
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
      {...(capture ? { capture } : {})}
      {...(name ? { 'data-file': name } : {})}
    />
  )
}

export const PhotoButtons = ({ camera, name, busy, chooseLabel, onFile, children }: PhotoButtonsProps) => {
  const t = useT()
  const taken = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const icon = { size: 20, 'aria-hidden': true } as const
  return (
    <>
      <HiddenInput input={taken} capture={camera} onFile={onFile} />
      <HiddenInput input={files} name={name} onFile={onFile} />
      <Group gap="sm">
        {hasCamera() && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconCamera {...icon} />}
            loading={busy}
            onClick={() => taken.current?.click()}
          >
            {t('license_take')}
          </Button>
        )}
        <Button
          name={name}
          variant="default"
          size="md"
          leftSection={<IconPhoto {...icon} />}
          loading={busy}
          onClick={() => files.current?.click()}
        >
          {chooseLabel}
        </Button>
        {children}
      </Group>
    </>
  )
}
