/** Every address of the product, as Hono patterns, without the locale prefix. */
export const paths = {
  home: '/',
  blog: '/blog',
  blogFeed: '/blog/feed.xml',
  blogCategory: '/blog/:category',
  blogArticle: '/blog/:category/:slug',
  blogMarkdown: '/blog/:category/:file{.+\\.md}',
  docs: '/docs',
  docsPage: '/docs/:slug{.+}',
  docsIndexMarkdown: '/docs.md',
  docsMarkdown: '/docs/:file{.+\\.md}',
  docsSidebar: '/_partials/docs-sidebar',
  search: '/search',
  offline: '/offline',
  serviceWorker: '/sw.js',
  contentManifest: '/__nuxt_content/manifest.json',
  contentDumpLines: '/__nuxt_content/:collection/sql_dump',
  contentDumpList: '/__nuxt_content/:collection/sql_dump.txt',
  contentQuery: '/__nuxt_content/:collection/query',
  sitemap: '/sitemap.xml',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  messages: '/_i18n/:build/:locale{[^/]*}/messages.json',
  messagesWithoutLocale: '/_i18n/:build/messages.json',
  builds: '/builds',
  nuxtBuilds: '/_nuxt/builds',
  favicon: '/favicon.svg',
  faviconIco: '/favicon.ico',
  robots: '/robots.txt',
  health: '/healthz',
  ready: '/readyz',
  assets: '/assets',
  images: '/images/:file',
  devChanges: '/_dev/changes',
  app: '/app',
  charts: '/app/charts',
  chartColors: '/app/charts/colors',
  enigma: '/app/enigma',
  enigmaSettings: '/app/enigma/settings',
  enigmaAsset: '/app/enigma/:asset',
  enigmaFavourite: '/app/enigma/:asset/favourite',
  enigmaAlerts: '/app/enigma/:asset/alerts',
  alerts: '/app/alerts',
  alertNews: '/app/alerts/news',
  alertSeen: '/app/alerts/seen',
  alertRemoval: '/app/alerts/:id/removal',
  marketAssets: '/api/market/assets',
  marketCandles: '/api/market/candles',
  marketDrawings: '/api/market/drawings',
  marketDrawing: '/api/market/drawings/:id',
  marketLayouts: '/api/market/layouts',
  marketLayout: '/api/market/layouts/:id',
  bots: '/app/bots',
  newBot: '/app/bots/new',
  botTrial: '/app/bots/backtest',
  botTrialTrades: '/app/bots/backtest/trades.csv',
  botSweep: '/app/bots/sweep',
  botComparison: '/app/bots/compare',
  botsStop: '/app/bots/stop',
  sharedBot: '/app/bots/shared/:key',
  bot: '/app/bots/:id',
  botEdit: '/app/bots/:id/edit',
  botAct: '/app/bots/:id/act',
  botCopy: '/app/bots/:id/copy',
  botSharing: '/app/bots/:id/sharing',
  botRemoval: '/app/bots/:id/removal',
  botDrift: '/app/bots/:id/drift',
  botTrades: '/app/bots/:id/trades.csv',
  paper: '/app/paper',
  paperAsset: '/app/paper/:asset',
  paperTrades: '/app/paper/trades.csv',
  paperOrders: '/app/paper/:asset/orders',
  paperOrder: '/app/paper/:asset/orders/:name',
  paperEstimate: '/app/paper/:asset/estimate',
  paperClose: '/app/paper/:asset/close',
  paperReset: '/app/paper/:asset/reset',
  botStrategies: '/api/bots/strategies',
  botBacktest: '/api/bots/backtest',
  login: '/login',
  register: '/register',
  setup: '/setup',
  account: '/account',
  secondFactor: '/account/second-factor',
  secondFactorRemoval: '/account/second-factor/removal',
  recoveryCodes: '/account/second-factor/codes',
  confirm: '/account/confirm',
  accountPassword: '/account/password',
  accountSessions: '/account/sessions',
  accountWarnings: '/account/warnings',
  newPassword: '/new-password',
  adminUsers: '/admin/users',
  adminUsersBulk: '/admin/users/bulk',
  adminUsersExport: '/admin/users/export',
  adminUsersInvitation: '/admin/users/invitation',
  adminUsersViews: '/admin/users/views',
  adminUsersViewRemoval: '/admin/users/views/:id/removal',
  adminUser: '/admin/users/:id',
  adminUserRole: '/admin/users/:id/role',
  adminUserBan: '/admin/users/:id/ban',
  adminUserBanRemoval: '/admin/users/:id/ban/removal',
  adminUserUndo: '/admin/users/:id/undo',
  adminUserSessionsClosure: '/admin/users/:id/sessions/closure',
  adminUserPasswordLink: '/admin/users/:id/password-link',
  adminUserImpersonation: '/admin/users/:id/impersonation',
  adminAudit: '/admin/audit',
  authMe: '/api/auth/me',
  authLogin: '/api/auth/login',
  authRegister: '/api/auth/register',
  authLogout: '/api/auth/logout',
  impersonationEnd: '/api/auth/impersonation/end',
  commonPasswords: '/api/auth/common-passwords/:prefix',
} as const

/** Ends the address of a page with a slash; those of files, and of what programs ask for, stay as they are. */
export function withSlash(address: string): string {
  const [, origin = '', path = '', rest = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)(.*)$/.exec(address) ?? []
  if (/\.[^/]*$|^\/(api|assets|images|builds|healthz|readyz|socket\.io|_[^/]*)(\/|$)/.test(path)) return address
  return `${origin}${path.replace(/\/+$/, '')}/${rest}`
}

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? NameOf<Name> | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? NameOf<Name>
    : never
type NameOf<Segment extends string> = Segment extends `${infer Name}{${string}` ? Name : Segment

/** Fills a path's parameters: `href(paths.blogCategory, { category: 'markets' })`. A missing one does not compile. */
export function href<Path extends string>(
  path: Path,
  ...[params]: [ParamNames<Path>] extends [never] ? [] : [Record<ParamNames<Path>, string>]
): string {
  const values: Record<string, string> = params ?? {}
  return path.replace(/:([a-z]+)(\{[^}]*\})?/gi, (_, name: string) => encodePath(values[name] ?? ''))
}

function encodePath(value: string): string {
  return value.split('/').map(encodeURIComponent).join('/')
}
