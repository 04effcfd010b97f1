// An input, and what may be meant by what was typed into it: one of the buttons below writes it there.
import { Button, Group } from '@mantine/core'
import { useRef, type ReactNode } from 'react'

/** `value` as it is written into the field, `label` as people read it. */
export type TypedChoice = { value: string; label: string }

type TypedChoicesProps = {
  /** what the choice is about */
  label: string
  choices: readonly TypedChoice[]
  onChoose: (value: string) => void
  /** the input */
  children: ReactNode
}

export const TypedChoices = ({ label, choices, onChoose, children }: TypedChoicesProps) => {
  const box = useRef<HTMLDivElement>(null)
  const choose = (value: string) => {
    onChoose(value)
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box}>
      {children}
      {choices.length > 0 && (
        <Group gap="xs" mt="xs" role="group" aria-label={label}>
          {choices.map((choice) => (
            <Button key={choice.value} variant="default" onClick={() => choose(choice.value)}>
              <bdi>{choice.label}</bdi>
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}
