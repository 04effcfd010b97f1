// Takes the photo of a parcel with the phone's camera; where there is none, from a file.
import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import type { BookingView } from '@wayfare/contract/bookings'
import type { PhotoKind } from '@wayfare/core/booking'
import { imageTypes } from '@wayfare/core/images'
import { useRef, useState, type ChangeEvent } from 'react'
import { useT } from '../../i18n/provider.tsx'
import { findImageProblem, shrinkImage } from '../../shared/shrink-image.ts'
import type { Steps } from './use-driver-steps.ts'
import { ErrorNote } from '../../ui/error-note.tsx'

type PhotoButtonProps = { booking: BookingView; kind: PhotoKind; steps: Steps; again?: boolean }

const accept = imageTypes.join()

const asDataUrl = (image: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the image cannot be read')))
    reader.readAsDataURL(image)
  })

const usePhoto = ({ booking, kind, steps }: PhotoButtonProps) => {
  const [preparing, setPreparing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // the same file may be chosen again
    event.currentTarget.value = ''
    if (!file) return
    setPreparing(true)
    try {
      const image = await shrinkImage(file)
      const found = await findImageProblem(image)
      setProblem(found)
      if (!found) void steps.act(booking.id, { name: 'photo', kind, image: await asDataUrl(image) })
    } finally {
      setPreparing(false)
    }
  }
  return { preparing, problem, take }
}

export const PhotoButton = (props: PhotoButtonProps) => {
  const { kind, steps, again = false } = props
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const { preparing, problem, take } = usePhoto(props)
  return (
    <>
      <ErrorNote text={problem && t(problem)} />
      <input
        ref={input}
        type="file"
        accept={accept}
        capture="environment"
        hidden
        data-file={kind}
        onChange={(event) => void take(event)}
      />
      <Button
        mih={64}
        fz={again ? 'md' : 'var(--wf-text-step)'}
        fullWidth={!again}
        variant={again ? 'default' : 'filled'}
        leftSection={<IconCamera size={24} aria-hidden />}
        loading={preparing || (!again && steps.busy === 'photo')}
        onClick={() => input.current?.click()}
      >
        {t(again ? 'photo_again' : 'photo_take')}
      </Button>
    </>
  )
}
