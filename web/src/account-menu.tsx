// Who is signed in, and the way out.
import '@mantine/core/styles/Avatar.layer.css'
import { Avatar, Text } from '@mantine/core'
import { IconLogout, IconReceipt, IconUser, IconWallet } from '@tabler/icons-react'
import { getLandingPath, formatPersonName } from '@wayfare/core/accounts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from './api/session.tsx'
import { useFormat, useT } from './i18n/provider.tsx'
import { SmallMenu, type SmallMenuItem } from './ui/small-menu.tsx'
import { useSettled } from './shared/use-settled.ts'
import { useSignOut } from './shared/use-sign-out.ts'
import { mayCall } from '@wayfare/contract/endpoint'
import { getWallet } from '@wayfare/contract/wallet'

const makeItem = (Icon: typeof IconUser, text: string, onClick: () => void, end?: ReactNode): SmallMenuItem => ({
  key: text,
  text: (
    <>
      <Icon size={18} aria-hidden />
      {text}
    </>
  ),
  end,
  onClick,
})

/** A part of its own: the amount is written once the menu is opened. */
const Balance = ({ amount }: { amount: string }) => {
  const format = useFormat()
  return (
    <Text size="sm" fw={600}>
      <bdi>{format.exactMoney(amount)}</bdi>
    </Text>
  )
}

export const AccountMenu = () => {
  const t = useT()
  const { me } = useSession()
  const balance = useSettled(me?.walletBalance ?? null)
  const navigate = useNavigate()
  const leave = useSignOut()
  if (!me) return null
  // a provider may have told no name
  const name = formatPersonName(me)
  const money = <Balance amount={balance ?? me.walletBalance} />
  return (
    <SmallMenu
      buttonLabel={name ? t('account_menu', { name }) : t('my_account')}
      label={name || t('my_account')}
      button={<Avatar src={me.profileImage} name={name} color="primary" radius="xl" size={36} alt="" />}
      head={
        <>
          <Text fw={600} size="sm">
            {name || t('my_account')}
          </Text>
          <Text size="xs">{t(`role_${me.userType}`)}</Text>
        </>
      }
      items={[
        makeItem(IconUser, t('nav_profile'), () => void navigate('/profile')),
        ...(mayCall(getWallet, me.userType)
          ? [makeItem(IconWallet, t('nav_wallet'), () => void navigate('/wallet'), money)]
          : []),
        makeItem(
          IconReceipt,
          t('my_account'),
          () => void navigate(me.userType === 'rider' ? '/bookings' : getLandingPath(me.userType)),
        ),
        makeItem(IconLogout, t('sign_out'), () => void leave()),
      ]}
    />
  )
}
