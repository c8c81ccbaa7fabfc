import { paths } from '../paths.ts'

/**
 * Features of the product that are available today, defined once for the landing page and `::product-state`. The
 * landing page lists those of members beside those of the owners of a server.
 */
export const productState = [
  {
    state: 'ready',
    items: [
      { slug: 'trading/charts', name: 'charts', for: 'members', address: paths.charts },
      { slug: 'trading/enigma', name: 'enigma', for: 'members', address: paths.enigma },
      { slug: 'trading/alerts', name: 'alerts', for: 'members', address: paths.alerts },
      { slug: 'trading/paper-bots', name: 'bots', for: 'members', address: paths.bots },
      { slug: 'trading/trading-by-hand', name: 'paper', for: 'members', address: paths.paper },
      { slug: 'admin/broadcasts', name: 'broadcasts', for: 'owners', address: paths.broadcasts },
      { slug: 'start/search', name: 'search', for: 'owners', address: paths.search },
      { slug: 'start/using-the-site', name: 'content', for: 'owners', address: paths.docs },
      { slug: 'admin/publishing', name: 'publishing', for: 'owners', address: paths.blog },
      { slug: 'internals/api', name: 'openApi', for: 'owners', address: paths.openApi },
    ],
  },
] as const
