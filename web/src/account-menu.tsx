// Who is signed in, and the way out.
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconLogout, IconReceipt, IconUser, IconWallet } from '@tabler/icons-react'
import { getLandingPath, formatPersonName } from '@wayfare/core/accounts'
import { useNavigate } from 'react-router'
import { useSession } from './api/session.tsx'
import { useFormat, useT } from './i18n/provider.tsx'
import './ui/menu-styles.ts'
import { useSettled } from './shared/use-settled.ts'
import { useSignOut } from './shared/use-sign-out.ts'
import { mayCall } from '@wayfare/contract/endpoint'
import { getWallet } from '@wayfare/contract/wallet'

export const AccountMenu = () => {
  const t = useT()
  const format = useFormat()
  const { me } = useSession()
  const balance = useSettled(me?.walletBalance ?? null)
  const navigate = useNavigate()
  const leave = useSignOut()
  if (!me) return null
  // a provider may have told no name
  const name = formatPersonName(me)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton aria-label={name ? t('account_menu', { name }) : t('my_account')} p={4}>
          <Avatar src={me.profileImage} name={name} color="primary" radius="xl" size={36} alt="" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)">
            {name || t('my_account')}
          </Text>
          <Text size="xs">{t(`role_${me.userType}`)}</Text>
        </Menu.Label>
        <Menu.Item leftSection={<IconUser size={18} aria-hidden />} onClick={() => navigate('/profile')}>
          {t('nav_profile')}
        </Menu.Item>
        {mayCall(getWallet, me.userType) && (
          <Menu.Item
            leftSection={<IconWallet size={18} aria-hidden />}
            rightSection={
              <Text size="sm" fw={600}>
                <bdi>{format.exactMoney(balance ?? me.walletBalance)}</bdi>
              </Text>
            }
            onClick={() => navigate('/wallet')}
          >
            {t('nav_wallet')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconReceipt size={18} aria-hidden />}
          onClick={() => navigate(me.userType === 'rider' ? '/bookings' : getLandingPath(me.userType))}
        >
          {t('my_account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={leave}>
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
