// Whether something was typed on the page that is open and not sent off since: nothing offers itself over it.
let typedOn: string | null = null

if (typeof window !== 'undefined') {
  window.addEventListener('input', () => {
    typedOn = window.location.pathname
  })
  window.addEventListener('submit', () => {
    typedOn = null
  })
}

export const isTyping = (): boolean => typedOn === window.location.pathname
