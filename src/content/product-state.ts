import { paths } from '../paths.ts'

/** Features of the product that are available today, defined once for the landing page and `::product-state`. */
export const productState = [
  {
    state: 'ready',
    items: [
      { slug: 'trading/charts', name: 'charts', address: paths.charts },
      { slug: 'trading/enigma', name: 'enigma', address: paths.enigma },
      { slug: 'trading/alerts', name: 'alerts', address: paths.alerts },
      { slug: 'trading/paper-bots', name: 'bots', address: paths.bots },
      { slug: 'trading/trading-by-hand', name: 'paper', address: paths.paper },
      { slug: 'admin/broadcasts', name: 'broadcasts', address: paths.broadcasts },
      { slug: 'start/search', name: 'search', address: paths.search },
      { slug: 'start/using-the-site', name: 'content', address: paths.docs },
      { slug: 'admin/publishing', name: 'publishing', address: paths.blog },
      { slug: 'internals/api', name: 'openApi', address: paths.openApi },
    ],
  },
] as const
