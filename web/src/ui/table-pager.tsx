// The way from one page of a table to the next.
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useText } from './text.ts'

const icon = { size: 18, 'aria-hidden': true } as const

export type TablePagerProps = { page: number; pages: number; onPage: (page: number) => void }

export const TablePager = ({ page, pages, onPage }: TablePagerProps) => {
  const t = useText()
  return (
    <Group gap="xs" role="group" aria-label={t('table_pages')}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('table_previous')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft {...icon} className="wf-flip" />
      </ActionIcon>
      <Text size="sm">{t('table_page', { page: page + 1, pages })}</Text>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t('table_next')}
        disabled={page === pages - 1}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight {...icon} className="wf-flip" />
      </ActionIcon>
    </Group>
  )
}
