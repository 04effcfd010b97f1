import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFocusKept } from './use-focus-kept.ts'

afterEach(cleanup)

const Page = ({ shown }: { shown: string }) => {
  useFocusKept(shown)
  return (
    <main tabIndex={-1}>
      <button key={shown} type="button">
        {shown}
      </button>
      <a href="/">stays</a>
    </main>
  )
}

test('who pressed what is gone with what was shown goes on where the page begins, and nobody else is moved', () => {
  const { rerender } = render(<Page shown="nothing" />)
  rerender(<Page shown="one" />)
  expect(document.activeElement).toBe(document.body)
  screen.getByRole('button', { name: 'one' }).focus()
  rerender(<Page shown="two" />)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  screen.getByRole('link').focus()
  rerender(<Page shown="three" />)
  expect(document.activeElement).toBe(screen.getByRole('link'))
})
