// One driver's account beside the table: who it is, the vehicle, and the licence to look at before the approval.
import { Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import type { DriverAccount } from '@wayfare/contract/accounts-register'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFormat, useT } from '../../i18n/provider.tsx'
import type { RowAction } from '../../ui/data-table-model.ts'
import { approvalBadge, contactText, nameOf, vehicleOf } from './driver-columns.tsx'
import classes from './fleet.module.css'

export type DriverDrawerProps = { account: DriverAccount | null; action: RowAction | null; onClose: () => void }

const License = ({ account }: { account: DriverAccount }) => {
  const t = useT()
  const [broken, setBroken] = useState(false)
  const { licenseImage } = account
  if (licenseImage === null) return <Text c="dimmed">{t('license_image_none')}</Text>
  if (broken) return <Text c="dimmed">{t('license_image_broken')}</Text>
  return (
    <figure className={classes.license}>
      <img src={licenseImage} alt={t('license_image_of', { name: nameOf(account) })} onError={() => setBroken(true)} />
      <figcaption>
        <Anchor href={licenseImage} target="_blank" rel="noreferrer">
          {t('license_image_open')}
        </Anchor>
      </figcaption>
    </figure>
  )
}

const Facts = ({ account }: { account: DriverAccount }) => {
  const t = useT()
  const format = useFormat()
  const facts: [string, ReactNode][] = [
    [t('driver_vehicle'), <bdi key="vehicle">{vehicleOf(account)}</bdi>],
    [t('vehicle_plate'), <bdi key="plate">{account.vehicleNumber}</bdi>],
    [t('car_type'), <bdi key="type">{account.carTypeName}</bdi>],
    [
      t('email'),
      <span key="email">
        {contactText(t, account, account.email)}
        {!account.emailVerified && <Text size="sm" c="dimmed">{`(${t('email_unverified')})`}</Text>}
      </span>,
    ],
    [t('mobile'), contactText(t, account, account.mobile)],
    [t('driver_since'), format.dateTime(account.createdAt)],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {account.otherInfo && (
        <div data-long>
          <dt>{t('driver_other_info')}</dt>
          <dd>{account.otherInfo}</dd>
        </div>
      )}
    </dl>
  )
}

const Content = ({ account, action }: { account: DriverAccount; action: RowAction }) => {
  const t = useT()
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text fw={700} size="lg">
          <bdi>{nameOf(account)}</bdi>
        </Text>
        {approvalBadge(t, account.approved)}
      </Group>
      <License key={account.licenseImage} account={account} />
      <Facts account={account} />
      <Button
        size="lg"
        color={action.color ?? 'primary'}
        variant={account.approved ? 'outline' : 'filled'}
        leftSection={action.icon}
        disabled={Boolean(action.disabledReason)}
        aria-describedby={action.disabledReason ? 'approval-reason' : undefined}
        onClick={action.onClick}
      >
        {action.label}
      </Button>
      {action.disabledReason && (
        <Text id="approval-reason" size="sm" c="dimmed">
          {action.disabledReason}
        </Text>
      )}
    </Stack>
  )
}

export const DriverDrawer = ({ account, action, onClose }: DriverDrawerProps) => {
  const t = useT()
  return (
    <Drawer
      opened={account !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={t('driver_account')}
      closeButtonProps={{ 'aria-label': t('close_dialog'), size: 44 }}
    >
      {account && action && <Content account={account} action={action} />}
    </Drawer>
  )
}
