// Promise: the page can be put on a home screen under the operator's name; on iPhones that is what lets it show notices.
import type { FastifyInstance } from 'fastify'
import { readWantedLocale, type FrontFinder } from './front.ts'

const manifestUrl = '/app.webmanifest'

const ground = '#121a14'

export const serveManifest = (fastify: FastifyInstance, findFront: FrontFinder): void => {
  fastify.get(manifestUrl, async (request, reply) => {
    const { appName, langLocale, direction } = await findFront(readWantedLocale(request), [])
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(
        JSON.stringify({
          id: '/',
          name: appName,
          short_name: appName,
          lang: langLocale,
          dir: direction,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: ground,
          theme_color: ground,
          icons: [{ src: '/images/notice.png', sizes: '192x192', type: 'image/png' }],
        }),
      )
  })
}
