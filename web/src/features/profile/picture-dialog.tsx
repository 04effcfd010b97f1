// Shows which square of a photo becomes the picture, then sends it.
import { Progress, Stack, Text } from '@mantine/core'
import { setProfileImage } from '@wayfare/contract/files'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { checkedImage, cutSquare } from '../../shared/shrink-image.ts'
import classes from './profile.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field-error.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'

/** As large as the server keeps it (px). */
const side = 512

export type Photo = { image: Blob; preview: string }
type PictureDialogProps = { photo: Photo | null; onSaved: (profileImage: string) => void; onClose: () => void }

const useSending = (photo: Photo, onSaved: (profileImage: string) => void) => {
  const t = useT()
  const { run, busy, refusal } = useWrite(setProfileImage, { toast: t('profile_picture_saved') })
  const send = async () => {
    const done = await run({}, async () => checkedImage(await cutSquare(photo.image, side)))
    if (done) onSaved(done.profileImage)
  }
  return { busy, wrong: refusal, send }
}

const Cut = ({ preview }: { preview: string }) => {
  const t = useT()
  const [shape, setShape] = useState<'wide' | 'tall' | null>(null)
  return (
    <div className={classes.cutBox}>
      <div className={classes.cut}>
        <img
          src={preview}
          alt={t('profile_picture_preview')}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setShape(naturalWidth >= naturalHeight ? 'wide' : 'tall')
          }
        />
        {shape && <div className={classes.square} data-shape={shape} aria-hidden />}
      </div>
    </div>
  )
}

const Sending = ({ photo, onSaved, onClose }: { photo: Photo } & Omit<PictureDialogProps, 'photo'>) => {
  const t = useT()
  const { busy, wrong, send } = useSending(photo, onSaved)
  return (
    <Stack>
      <Cut key={photo.preview} preview={photo.preview} />
      <Text size="sm" c="dimmed">
        {t('profile_picture_square')}
      </Text>
      <Progress value={100} animated aria-label={t('profile_sending')} style={{ visibility: busy ? 'visible' : 'hidden' }} />
      <FieldError text={wrong} />
      <FormFoot label={t('profile_picture_use')} busy={busy} focus="deed" onPress={() => void send()} onCancel={onClose} />
    </Stack>
  )
}

export const PictureDialog = ({ photo, onSaved, onClose }: PictureDialogProps) => {
  const t = useT()
  // what was chosen stays in sight while the dialog closes
  const [last, setLast] = useState<Photo | null>(null)
  if (photo && photo !== last) setLast(photo)
  return (
    <Dialog opened={photo !== null} onClose={onClose} title={t('profile_picture')}>
      {last && <Sending photo={last} onSaved={onSaved} onClose={onClose} />}
    </Dialog>
  )
}
