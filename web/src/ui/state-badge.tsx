// A state as icon, word and soft fill: never colour alone.
import { Badge } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

type StateBadgeProps = { color: string; icon: ComponentType<{ size: number; 'aria-hidden': true }>; children: ReactNode }

export const StateBadge = ({ color, icon: Icon, children }: StateBadgeProps) => (
  <Badge color={color} fw={600} miw="max-content" leftSection={<Icon size={14} aria-hidden />}>
    {children}
  </Badge>
)
