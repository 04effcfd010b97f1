// How many keys a job of the desk takes: every letter and every key is one, as people press them.
import type { Page } from '@playwright/test'

export const countKeys = ({ keyboard }: Page) => {
  let pressed = 0
  return {
    async press(key: string) {
      pressed += 1
      await keyboard.press(key)
    },
    async type(text: string) {
      pressed += text.length
      await keyboard.type(text)
    },
    count: () => pressed,
  }
}
