// The photo of a driver's licence, to look at before deciding something.
import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../../i18n/provider.tsx'
import classes from './people.module.css'

type LicenseFigureProps = { src: string | null; name: string }

export const LicenseFigure = ({ src, name }: LicenseFigureProps) => {
  const t = useT()
  const [broken, setBroken] = useState(false)
  if (src === null) return <Text c="dimmed">{t('license_image_none')}</Text>
  if (broken) return <Text c="dimmed">{t('license_image_broken')}</Text>
  return (
    <figure className={classes.license}>
      <img src={src} alt={t('license_image_of', { name })} onError={() => setBroken(true)} />
      <figcaption>
        <Anchor href={src} target="_blank" rel="noreferrer" className={classes.tall}>
          {t('license_image_open')}
        </Anchor>
      </figcaption>
    </figure>
  )
}
