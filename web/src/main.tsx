import './ui/public-styles.ts'
import './ui/global.css'
import './ui/front.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLastKnown } from './api/last-known.ts'
import { startCommonReads } from './api/queries.ts'
import { queryClient } from './api/query-client.ts'
import { App } from './app.tsx'

followLastKnown(queryClient)
startCommonReads(queryClient)

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
