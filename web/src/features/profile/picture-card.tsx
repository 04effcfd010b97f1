// The own picture, where it is the person's page: chosen, dropped or taken, seen as it will be cut, or removed.
import { Avatar, Badge, Button, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { formatPersonName } from '@wayfare/core/accounts'
import type { Me } from '@wayfare/contract/accounts'
import type { Session } from '@wayfare/contract/sign-in'
import { removeProfileImage } from '@wayfare/contract/files'
import { useEffect, useState, type DragEvent } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useFormat, useT } from '../../i18n/provider.tsx'
import { useProblem } from '../../ui/dialogs.tsx'
import { PhotoButtons } from '../../shared/photo-buttons.tsx'
import { findImageProblem } from '../../shared/shrink-image.ts'
import { PictureDialog, type Photo } from './picture-dialog.tsx'
import card from '../../ui/subject-card.module.css'
import classes from './profile.module.css'
import { FieldError } from '../../ui/field-error.tsx'

const usePicture = () => {
  const t = useT()
  const client = useQueryClient()
  const removal = useWrite(removeProfileImage, { toast: t('profile_picture_removed'), refuse: useProblem() })
  const [photo, setPhoto] = useState<Photo | null>(null)
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.preview)), [photo])
  const [wrong, setWrong] = useState<string | null>(null)
  const write = (profileImage: string | null) =>
    client.setQueryData<Session>(queryKeys.session, (now) => (now?.me ? { ...now, me: { ...now.me, profileImage } } : now))
  const choose = async (chosen: Blob) => {
    const found = await findImageProblem(chosen)
    // a large one may become small enough when it is cut
    const key = found === 'too_large' ? null : found
    setWrong(key && t(key))
    setPhoto(key ? null : { image: chosen, preview: URL.createObjectURL(chosen) })
  }
  const remove = async () => {
    if (await removal.run({})) write(null)
  }
  const keep = (profileImage: string) => {
    write(profileImage)
    setPhoto(null)
  }
  return { photo, wrong, removing: removal.busy, choose, remove, keep, cancel: () => setPhoto(null) }
}

const Facts = ({ me }: { me: Me }) => {
  const t = useT()
  const format = useFormat()
  return (
    <div>
      <Text fw={700} size="lg" className={classes.name}>
        <bdi>{formatPersonName(me) || me.email.trim() || me.mobile}</bdi>
      </Text>
      <Group gap="xs">
        <Badge color="neutral" size="lg">
          {t(`role_${me.userType}`)}
        </Badge>
        {me.userType === 'driver' && (
          <Badge color={me.approved ? 'primary' : 'warn'} size="lg">
            {t(me.approved ? 'profile_approved' : 'profile_not_approved')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {t('profile_since', { date: format.date(me.createdAt) })}
      </Text>
    </div>
  )
}

export const PictureCard = ({ me }: { me: Me }) => {
  const t = useT()
  const picture = usePicture()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) void picture.choose(file)
  }
  const name = formatPersonName(me)
  return (
    <section
      id="picture"
      className={`${card.card} ${classes.drop}`}
      aria-label={t('profile_picture')}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Group wrap="nowrap" gap="md">
        <Avatar
          src={me.profileImage}
          name={name}
          color="primary"
          radius="50%"
          size={96}
          alt={me.profileImage ? t('profile_picture_of', { name }) : ''}
        />
        <Facts me={me} />
      </Group>
      <PhotoButtons
        camera="user"
        name="picture"
        busy={false}
        chooseLabel={t(me.profileImage ? 'profile_picture_change' : 'profile_picture_choose')}
        onFile={(file) => void picture.choose(file)}
      >
        {me.profileImage && (
          <Button
            variant="subtle"
            color="danger"
            size="md"
            leftSection={<IconTrash size={20} aria-hidden />}
            loading={picture.removing}
            onClick={() => void picture.remove()}
          >
            {t('profile_picture_remove')}
          </Button>
        )}
      </PhotoButtons>
      <Text size="sm" c="dimmed">
        {t('profile_picture_hint')}
      </Text>
      <FieldError text={picture.wrong} />
      <PictureDialog photo={picture.photo} onSaved={picture.keep} onClose={picture.cancel} />
    </section>
  )
}
