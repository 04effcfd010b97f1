import { Text, Title } from '@mantine/core'

type PageHeadProps = { title: string; intro: string }

export const PageHead = ({ title, intro }: PageHeadProps) => (
  <div>
    <Title order={1} size="h3">
      {title}
    </Title>
    <Text c="dimmed">{intro}</Text>
  </div>
)
