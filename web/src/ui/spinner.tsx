// Shown only while it is not known who is there.
import { Center, Loader } from '@mantine/core'
import { useText } from './text.ts'

export const Spinner = ({ tall = true }: { tall?: boolean }) => {
  const t = useText()
  return (
    <Center mih={tall ? '60vh' : 120} role="status" aria-label={t('loading')}>
      <Loader size="lg" />
    </Center>
  )
}
