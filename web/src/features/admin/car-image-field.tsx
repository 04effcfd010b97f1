// The picture of a car type: one that comes with the product, or one's own.
import { Button, Input } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { putCarImage } from '@wayfare/contract/files'
import { imageTypes } from '@wayfare/core/images'
import { useId, useRef, useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { checkedImage } from '../../shared/shrink-image.ts'
import classes from './catalog.module.css'
import { builtInImages } from './car-type-form.ts'

type CarImageFieldProps = { value: string; onChange: (image: string) => void }

type ChoiceProps = { group: string; src: string; label: string; checked: boolean; onChoose: () => void }

const Choice = ({ group, src, label, checked, onChoose }: ChoiceProps) => (
  <label className={classes.picture} data-checked={checked || undefined}>
    <input type="radio" name={group} value={src} checked={checked} onChange={onChoose} aria-label={label} />
    <img src={src} alt="" />
    <span>{label}</span>
  </label>
)

/** Uploads a picture at once: the form then has its address. */
const useUpload = (onDone: (image: string) => void) => {
  const { run, busy, refusal } = useWrite(putCarImage)
  const upload = async (file: File) => {
    const done = await run({}, () => checkedImage(file))
    if (done) onDone(done.image)
  }
  return { busy, problem: refusal, upload }
}

export const CarImageField = ({ value, onChange }: CarImageFieldProps) => {
  const t = useT()
  const group = useId()
  const files = useRef<HTMLInputElement>(null)
  // an own picture stays to choose from once another was looked at
  const [own, setOwn] = useState(builtInImages.some(({ src }) => src === value) ? null : value)
  const { busy, problem, upload } = useUpload((image) => {
    setOwn(image)
    onChange(image)
  })
  const all = [...builtInImages, ...(own ? [{ src: own, label: 'car_image_uploaded' }] : [])]
  return (
    <fieldset className={classes.pictures}>
      <legend>{t('car_image')}</legend>
      <div className={classes.pictureList}>
        {all.map(({ src, label }) => (
          <Choice key={src} group={group} src={src} label={t(label)} checked={src === value} onChoose={() => onChange(src)} />
        ))}
      </div>
      <input
        ref={files}
        type="file"
        hidden
        accept={imageTypes.join()}
        data-file="carImage"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // the same file may be chosen again
          event.currentTarget.value = ''
          if (file) void upload(file)
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPhotoUp size={18} aria-hidden />}
        loading={busy}
        onClick={() => files.current?.click()}
      >
        {t('car_image_choose')}
      </Button>
      {problem && <Input.Error role="alert">{problem}</Input.Error>}
    </fieldset>
  )
}
