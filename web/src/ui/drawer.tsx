// What lies beside a page, with a button to close it that fingers hit.
import { Drawer as MantineDrawer, type DrawerProps } from '@mantine/core'
import { useText } from './text.ts'

export const Drawer = (props: DrawerProps) => {
  const t = useText()
  return <MantineDrawer position="right" size={520} closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }} {...props} />
}
