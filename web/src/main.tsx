import './ui/public-styles.ts'
import './ui/global.css'
import './ui/front.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

// After an update of the server an open page asks for files that are gone: load the page anew, once.
globalThis.addEventListener('vite:preloadError', (event) => {
  const lastMs = Number(sessionStorage.getItem('reloadedAt') ?? 0)
  if (Date.now() - lastMs < 60_000) return
  event.preventDefault()
  sessionStorage.setItem('reloadedAt', String(Date.now()))
  globalThis.location.reload()
})

const root = document.getElementById('root')
if (root) {
  // in slices, so that a slow phone answers to touch meanwhile
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}
