// The way from one page of a table to the next.
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useText } from './text.ts'

const icon = { size: 18, 'aria-hidden': true } as const

type TablePagerProps = {
  page: number
  /** null: nobody knows how many there are */
  pages: number | null
  hasNext?: boolean
  /** the next page is on its way */
  busy?: boolean
  onPage: (page: number) => void
}

export const TablePager = ({ page, pages, hasNext = page + 1 < (pages ?? 0), busy = false, onPage }: TablePagerProps) => {
  const t = useText()
  return (
    <Group gap="xs" role="group" aria-label={t('table_pages')}>
      <ActionIcon variant="default" aria-label={t('table_previous')} disabled={page === 0} onClick={() => onPage(page - 1)}>
        <IconChevronLeft {...icon} className="wf-flip" />
      </ActionIcon>
      <Text size="sm">
        {pages === null ? t('table_page_open', { page: page + 1 }) : t('table_page', { page: page + 1, pages })}
      </Text>
      <ActionIcon
        variant="default"
        aria-label={t('table_next')}
        loading={busy}
        disabled={!hasNext}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight {...icon} className="wf-flip" />
      </ActionIcon>
    </Group>
  )
}
