// What is wrong with a choice that is no field of its own kind: as a field's error looks, and read out at once.
import { Text } from '@mantine/core'

export const FieldError = ({ text }: { text: string | null }) =>
  text !== null && (
    <Text role="alert" size="sm" c="var(--mantine-color-error)">
      {text}
    </Text>
  )
