import { Alert, CloseButton, Group, Stack, Text, Title } from '@mantine/core'
import type { Task } from '@wayfare/contract/dispatch'
import { useT } from '../../i18n/provider.tsx'
import classes from './driver.module.css'
import { TaskButtons } from './task-buttons.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskMoney } from './task-money.tsx'
import type { GoneOffer } from './task-state.ts'

type TaskListProps = {
  tasks: readonly Task[]
  gone: readonly GoneOffer[]
  online: boolean
  onAnswered: (bookingId: string) => void
  onSeen: (bookingId: string) => void
}

/** Tasks that wait for an answer, and why others are gone. */
export const TaskList = ({ tasks, gone, online, onAnswered, onSeen }: TaskListProps) => {
  const t = useT()
  return (
    <section aria-labelledby="tasks-title">
      <Stack gap="md">
        <Title order={2} size="h4" id="tasks-title">
          {t('tasks_title')}
        </Title>
        <div role="status">
          {gone.map(({ bookingId, reason }) => (
            <Alert key={bookingId} color="warn" mb="xs">
              <Group justify="space-between" wrap="nowrap">
                <Text size="sm">{t(`task_gone_${reason}`, { id: bookingId })}</Text>
                <CloseButton size={44} aria-label={t('close')} onClick={() => onSeen(bookingId)} />
              </Group>
            </Alert>
          ))}
        </div>
        {tasks.length === 0 && <Text c="dimmed">{online ? t('tasks_none_online') : t('no_tasks')}</Text>}
        {tasks.map((task) => (
          <article key={task.bookingId} className={classes.task} aria-label={t('task_of', { rider: task.customerFirstName })}>
            <TaskMoney task={task} />
            <TaskFacts task={task} />
            <TaskButtons task={task} onAnswered={onAnswered} />
          </article>
        ))}
      </Stack>
    </section>
  )
}
