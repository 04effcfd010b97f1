// The first stop of the Tab key: past the menus.
import styles from './shell.module.css'
import { useText } from './text.ts'

export const SkipLink = () => {
  const t = useText()
  return (
    <a className={styles.skip} href="#main">
      {t('skip_to_content')}
    </a>
  )
}
