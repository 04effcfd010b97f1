// The providers of the page, from the outside in: theme, data, session, language, alerts, routes.
import { Center, DirectionProvider, Loader, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { SessionProvider } from './api/session.tsx'
import { LanguageProvider } from './i18n/provider.tsx'
import { makeRouter } from './routes.tsx'
import { AlertProvider } from './ui/dialogs.tsx'
import { makeCssVariables, theme } from './ui/theme.ts'
// before the router listens
import './ui/way-back.ts'

let router: ReturnType<typeof makeRouter> | null = null

/** Made with the first drawing and not with the script, so that a slow phone can answer to touch in between. */
const findRouter = () => (router ??= makeRouter())

/** The server fills the nonce into the page; styles that Mantine adds at run time carry it. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// the scroll lock of dialogs adds a style of its own and looks for the nonce under this name (get-nonce)
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

const waiting = (
  <Center mih="100dvh">
    <Loader size="lg" />
  </Center>
)

export const App = () => (
  <DirectionProvider>
    <MantineProvider theme={theme} cssVariablesResolver={makeCssVariables} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <LanguageProvider waiting={waiting}>
            <AlertProvider>
              <RouterProvider router={findRouter()} />
            </AlertProvider>
          </LanguageProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  </DirectionProvider>
)
