// The photo of a driver's licence: seen by the driver and the desk only, replaced at once.
import { Anchor, Loader, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Me } from '@wayfare/contract/accounts'
import type { Session } from '@wayfare/contract/sign-in'
import { replaceLicense } from '@wayfare/contract/files'
import { useState } from 'react'
import { queryKeys } from '../../api/query-client.ts'
import { useWrite } from '../../api/use-write.ts'
import { useT } from '../../i18n/provider.tsx'
import { PhotoButtons } from '../../shared/photo-buttons.tsx'
import { checkedImage, shrinkImage } from '../../shared/shrink-image.ts'
import { SubjectCard } from '../../ui/subject-card.tsx'
import classes from './profile.module.css'
import { FieldError } from '../../ui/field-error.tsx'

const useReplacing = () => {
  const t = useT()
  const client = useQueryClient()
  const { run, busy, refusal } = useWrite(replaceLicense, { toast: t('profile_license_replaced') })
  const replace = async (file: Blob) => {
    const done = await run({}, async () => checkedImage(await shrinkImage(file)))
    if (done) client.setQueryData<Session>(queryKeys.session, (now) => (now?.me ? { ...now, me: { ...now.me, ...done } } : now))
  }
  return { busy, wrong: refusal, replace }
}

const Photo = ({ src, busy }: { src: string; busy: boolean }) => {
  const t = useT()
  const [broken, setBroken] = useState(false)
  if (broken) return <Text c="dimmed">{t('license_image_broken')}</Text>
  return (
    <figure className={classes.license} data-busy={busy || undefined}>
      <div className={classes.licenseFrame}>
        <img src={src} alt={t('license_photo')} onError={() => setBroken(true)} />
        {busy && <Loader className={classes.over} aria-label={t('profile_sending')} />}
      </div>
      <figcaption>
        <Anchor href={src} target="_blank" rel="noreferrer" className={classes.tall}>
          {t('license_image_open')}
        </Anchor>
      </figcaption>
    </figure>
  )
}

export const LicenseCard = ({ me }: { me: Me }) => {
  const t = useT()
  const { busy, wrong, replace } = useReplacing()
  return (
    <SubjectCard id="license" title={t('profile_license')} text={t('profile_license_text')}>
      {me.licenseImage ? (
        <Photo key={me.licenseImage} src={me.licenseImage} busy={busy} />
      ) : (
        <Text c="dimmed">{t('license_image_none')}</Text>
      )}
      <PhotoButtons
        camera="environment"
        name="license"
        busy={busy}
        chooseLabel={t(me.licenseImage ? 'profile_license_replace' : 'license_choose')}
        onFile={(file) => void replace(file)}
      />
      <FieldError text={wrong} />
    </SubjectCard>
  )
}
