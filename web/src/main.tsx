import './ui/public-styles.ts'
import './ui/global.css'
import './ui/front.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followLastKnown } from './api/last-known.ts'
import { startCommonReads } from './api/queries.ts'
import { queryClient } from './api/query-client.ts'
import { App } from './app.tsx'
import { readFrontLocale } from './ui/front.ts'

followLastKnown(queryClient)
startCommonReads(queryClient)
// the first number that a browser writes has it load its tables: while the answers are on their way, and not when the page is drawn
setTimeout(() => void new Intl.NumberFormat(readFrontLocale() ?? undefined).format(0))

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
