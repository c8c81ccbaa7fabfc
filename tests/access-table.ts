/* Who may use which route. A new route needs a line here before the tests are green again. */

/** Who asks, other than somebody whose session is worth nothing: they are strangers like any other. */
export const members = ['user', 'administrator', 'administrator without second factor', 'impersonated user'] as const
export type Member = (typeof members)[number]
export const strangers = ['nobody', 'banned user', 'expired session', 'forged session'] as const
export type Visitor = Member | (typeof strangers)[number]

export interface Access {
  /** An address of the route, without the locale prefix; the pattern itself unless given */
  at?: string
  /** The status for those who may, `ask` for being asked to sign in, `app` for being sent to the app */
  stranger: number | 'ask'
  user: number | 'app'
  administrator: number | 'app'
  /** `setup` leads to setting up the second factor first */
  withoutFactor: number | 'app' | 'setup'
  /** `confirm` leads to proving again who one is */
  impersonated: number | 'app' | 'confirm'
  /** Asks everybody who may for the password again, unless it was given lately */
  needsProof?: boolean
  /** Strangers see some things there: only what those are decides whether somebody is asked to sign in */
  isPartlyPublic?: boolean
  /** For forms that answer htmx by a region instead of sending everybody on: its status, for those who may */
  partial?: number
  /** The largest file that is taken there */
  fileBytes?: number
}

const everybody = (status: number, at?: string): Access => ({
  at,
  stranger: status,
  user: status,
  administrator: status,
  withoutFactor: status,
  impersonated: status,
})
/** Sees all of it, and changes nothing, who looks at the site as somebody else. */
const signedIn = (status: number, more: Partial<Access> = {}): Access => ({
  ...everybody(status),
  stranger: 'ask',
  ...more,
})
const own = (status: number, more: Partial<Access> = {}) => signedIn(status, { impersonated: 403, ...more })
const administrators = (status: number, more: Partial<Access> = {}): Access => ({
  stranger: 'ask',
  user: 404,
  administrator: status,
  withoutFactor: 'setup',
  impersonated: 404,
  ...more,
})

/** By which administrators change something: whether it asks for the password again is decided for each. */
interface AdminChange extends Access {
  needsProof: boolean
}
const adminChange = (status: number, at?: string): AdminChange => ({
  ...administrators(status, { at }),
  needsProof: false,
})
const freshAdminChange = (status: number, at?: string): AdminChange => ({
  ...adminChange(status, at),
  needsProof: true,
})

interface AccessTable {
  [route: string]: Access
  [change: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /admin/${string}`]: AdminChange
}
const guests = (status: number): Access => ({
  stranger: status,
  user: 'app',
  administrator: 'app',
  withoutFactor: 'app',
  impersonated: 'app',
})

/** The user whom administrators' addresses are about */
export const subject = '01980000-0000-7000-8000-0000000000aa'
const user = (rest = '') => `/admin/users/${subject}${rest}`
const buttonTemplate = (rest = '') => `/admin/telegram/broadcast/button-templates/none${rest}`
const series = (rest = '') => `/admin/telegram/series/none${rest}`
const broadcast = (rest = '') => `/admin/telegram/broadcast/none${rest}`

/** Forms are sent empty: those of them that need fields are refused by who may send them, and only by them. */
export const access: AccessTable = {
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
  'GET /metrics': everybody(404),

  'GET /api/auth/me': everybody(200),
  'GET /api/auth/tokens': signedIn(200),
  'GET /api/auth/common-passwords/:prefix': everybody(200, '/api/auth/common-passwords/abc'),
  'POST /api/auth/login': everybody(400),
  'POST /api/auth/passkey-challenge': everybody(400),
  'POST /api/account/passkey-challenge': own(400),
  'POST /api/auth/register': everybody(400),
  'POST /api/auth/logout': everybody(303),
  'POST /api/auth/impersonation/end': { ...everybody(404), impersonated: 303 },

  'GET /api/market/drawings': signedIn(200, { at: '/api/market/drawings?asset=BTCUSDT' }),
  'PUT /api/market/drawings/:id': own(400, { at: '/api/market/drawings/none?asset=BTCUSDT' }),
  'DELETE /api/market/drawings/:id': own(404, { at: '/api/market/drawings/none' }),
  'GET /api/market/layouts': signedIn(200),
  'POST /api/market/layouts': own(400),
  'PUT /api/market/layouts/:id': own(400, { at: '/api/market/layouts/none' }),
  'DELETE /api/market/layouts/:id': own(404, { at: '/api/market/layouts/none' }),

  'GET /api/openapi.json': everybody(200),
  'GET /api/bots': signedIn(200),
  'GET /api/bots/:id': signedIn(404, { at: '/api/bots/none' }),
  'GET /api/bots/:id/trades': signedIn(404, { at: '/api/bots/none/trades' }),
  'POST /api/bots/:id/acts': own(404, { at: '/api/bots/none/acts' }),
  'GET /api/bots/strategies': signedIn(200),
  'POST /api/bots/backtest': signedIn(422),
  'GET /api/icons/:file': everybody(200, '/api/icons/lucide.json?icons=house'),
  'GET /api/market/assets': everybody(200),
  'GET /api/market/candles': everybody(200, '/api/market/candles?asset=BTCUSDT&tf=5'),

  'GET /__nuxt_content/manifest.json': everybody(200),
  'GET /__nuxt_content/:collection/sql_dump': everybody(200, '/__nuxt_content/docs_ru/sql_dump'),
  'GET /__nuxt_content/:collection/sql_dump.txt': everybody(200, '/__nuxt_content/docs_ru/sql_dump.txt'),
  'POST /__nuxt_content/:collection/query': everybody(400, '/__nuxt_content/docs_ru/query'),
  'GET /_i18n/:build/messages.json': everybody(400, '/_i18n/test/messages.json'),
  'GET /_i18n/:build/:locale{[^/]*}/messages.json': everybody(200, '/_i18n/test/en/messages.json'),
  'GET /builds/latest.json': everybody(200),
  'GET /builds/meta/:file': everybody(200, '/builds/meta/test.json'),
  'GET /_nuxt/builds/latest.json': everybody(200),
  'GET /_nuxt/builds/meta/:file': everybody(200, '/_nuxt/builds/meta/test.json'),

  'GET /robots.txt': everybody(200),
  'GET /manifest.webmanifest': everybody(200),
  'GET /sitemap.xml': everybody(200),
  'GET /sw.js': everybody(404),
  'GET /llms.txt': everybody(200),
  'GET /llms-full.txt': everybody(200),
  'GET /': everybody(200),
  'GET /content/:file{.+}': everybody(404, '/content/none.png'),
  'GET /offline': everybody(200),
  'GET /search': everybody(200),
  'GET /docs': everybody(200),
  'GET /docs/:slug{.+}': everybody(200, '/docs/guide'),
  'GET /docs.md': everybody(200),
  'GET /docs/:file{.+\\.md}': everybody(200, '/docs/guide.md'),
  'GET /_partials/docs-sidebar': everybody(404),
  'GET /blog': everybody(200),
  'GET /blog/feed.xml': everybody(200),
  'GET /blog/:category': everybody(200, '/blog/news'),
  'GET /blog/:category/:slug': everybody(200, '/blog/news/first'),
  'GET /blog/:category/:file{.+\\.md}': everybody(200, '/blog/news/first.md'),

  'GET /login': guests(200),
  'POST /login': guests(422),
  'GET /login/passkey': guests(303),
  'POST /login/passkey': guests(401),
  'GET /login/telegram': guests(404),
  'GET /login/telegram/callback': guests(404),
  'GET /login/telegram/app': guests(404),
  'POST /login/telegram/app': guests(404),
  'POST /telegram/webhook': everybody(404),
  'GET /register': guests(200),
  'POST /register': guests(422),
  'GET /setup': everybody(404),
  'POST /setup': everybody(404),
  'GET /account/warnings': signedIn(303),
  'POST /account/warnings': own(303),
  'GET /new-password': everybody(404),
  'POST /new-password': everybody(404),

  'GET /app': signedIn(200),
  'GET /app/charts': signedIn(200),
  'POST /app/charts/colors': own(303),
  'GET /app/enigma': signedIn(200),
  'POST /app/enigma/settings': own(303),
  'GET /app/enigma/:asset': signedIn(200, { at: '/app/enigma/BTCUSDT' }),
  'POST /app/enigma/:asset/favourite': own(303, { at: '/app/enigma/BTCUSDT/favourite', partial: 200 }),
  'POST /app/enigma/:asset/alerts': own(422, { at: '/app/enigma/BTCUSDT/alerts' }),
  'GET /app/alerts': signedIn(200),
  'POST /app/alerts': own(422),
  'GET /app/alerts/news': signedIn(200),
  'POST /app/alerts/seen': own(303, { partial: 200 }),
  'POST /app/alerts/undo': own(400),
  'POST /app/alerts/:id/removal': own(303, { at: '/app/alerts/none/removal' }),
  'GET /charts': { ...everybody(303), stranger: 200 },
  'GET /app/bots': everybody(200),
  'GET /app/bots/compare': everybody(200),
  'POST /app/bots/stop': own(303),
  'GET /app/bots/shared/:key': everybody(404, '/app/bots/shared/none'),
  'GET /app/bots/:id': signedIn(404, { at: '/app/bots/none', isPartlyPublic: true }),
  'GET /app/bots/:id/trades.csv': signedIn(404, { at: '/app/bots/none/trades.csv', isPartlyPublic: true }),
  'POST /app/bots/:id/act': own(404, { at: '/app/bots/none/act' }),
  'POST /app/bots/:id/drift': own(404, { at: '/app/bots/none/drift' }),
  'POST /app/bots/:id/sharing': own(404, { at: '/app/bots/none/sharing' }),
  'POST /app/bots/:id/removal': own(404, { at: '/app/bots/none/removal' }),
  'GET /app/bots/new': signedIn(200),
  'POST /app/bots/new': own(422),
  'GET /app/bots/:id/edit': signedIn(404, { at: '/app/bots/none/edit' }),
  'POST /app/bots/:id/edit': own(404, { at: '/app/bots/none/edit' }),
  'POST /app/bots/:id/copy': own(404, { at: '/app/bots/none/copy' }),
  'GET /app/paper': signedIn(200),
  'GET /app/paper/trades.csv': signedIn(200),
  'GET /app/paper/:asset': signedIn(200, { at: '/app/paper/BTCUSDT' }),
  'GET /app/paper/:asset/estimate': signedIn(200, { at: '/app/paper/BTCUSDT/estimate' }),
  'POST /app/paper/:asset/orders': own(400, { at: '/app/paper/BTCUSDT/orders' }),
  'POST /app/paper/:asset/orders/:name': own(400, { at: '/app/paper/BTCUSDT/orders/none' }),
  'POST /app/paper/:asset/close': own(422, { at: '/app/paper/BTCUSDT/close' }),
  'POST /app/paper/:asset/reset': own(303, { at: '/app/paper/BTCUSDT/reset' }),
  'GET /app/bots/backtest': signedIn(200),
  'GET /app/bots/backtest/trades.csv': signedIn(503),
  'GET /app/bots/sweep': signedIn(200),
  'GET /account': signedIn(200),
  'POST /account': own(422),
  'GET /account/password': signedIn(200),
  'POST /account/password': own(422),
  'GET /account/sessions': signedIn(200),
  'POST /account/sessions': own(303, { needsProof: true }),
  'GET /account/tokens': signedIn(200),
  'POST /account/tokens': own(303, { needsProof: true }),
  'GET /account/tokens/new': signedIn(200, { impersonated: 'confirm', needsProof: true }),
  'POST /account/tokens/new': own(422, { needsProof: true }),
  'GET /account/tokens/made': signedIn(303, { impersonated: 'confirm', needsProof: true }),
  'GET /account/confirm': signedIn(200),
  'POST /account/confirm': own(401),
  'GET /account/confirm/passkey': signedIn(303),
  'POST /account/confirm/passkey': own(401),
  'GET /account/passkeys': signedIn(200, { impersonated: 'confirm', needsProof: true }),
  'POST /account/passkeys': own(422, { needsProof: true }),
  'GET /account/passkeys/name': signedIn(303, { impersonated: 'confirm', needsProof: true }),
  'POST /account/passkeys/name': own(303, { needsProof: true }),
  'GET /account/passkeys/removal': signedIn(303, { impersonated: 'confirm', needsProof: true }),
  'POST /account/passkeys/removal': own(303, { needsProof: true }),
  'GET /account/second-factor': signedIn(200, { impersonated: 'confirm', needsProof: true }),
  'POST /account/second-factor': own(303, { needsProof: true }),
  'GET /account/second-factor/codes': signedIn(303, { impersonated: 'confirm', needsProof: true }),
  'POST /account/second-factor/codes': own(303, { needsProof: true }),
  'GET /account/second-factor/removal': signedIn(303, { impersonated: 'confirm', needsProof: true }),
  'POST /account/second-factor/removal': own(303, { administrator: 403, needsProof: true }),

  'GET /admin/telegram/broadcast': administrators(200),
  'GET /admin/telegram/broadcast/button-templates': administrators(200),
  'GET /admin/telegram/broadcast/button-templates/create': administrators(200),
  'POST /admin/telegram/broadcast/button-templates/create': adminChange(422),
  'GET /admin/telegram/broadcast/button-templates/:id': administrators(404, { at: buttonTemplate() }),
  'POST /admin/telegram/broadcast/button-templates/:id': adminChange(422, buttonTemplate()),
  'POST /admin/telegram/broadcast/button-templates/:id/removal': adminChange(303, buttonTemplate('/removal')),
  'GET /admin/telegram/series': administrators(200),
  'GET /admin/telegram/series/create': administrators(200),
  'POST /admin/telegram/series/create': adminChange(422),
  'GET /admin/telegram/series/:id': administrators(404, { at: series() }),
  'GET /admin/telegram/series/:id/edit': administrators(404, { at: series('/edit') }),
  'POST /admin/telegram/series/:id/edit': adminChange(404, series('/edit')),
  'POST /admin/telegram/series/:id/act': adminChange(400, series('/act')),
  'POST /admin/telegram/series/:id/start': freshAdminChange(400, series('/start')),
  'POST /admin/telegram/series/:id/copy': adminChange(404, series('/copy')),
  'GET /admin/telegram/series/:id/progress': administrators(404, { at: series('/progress') }),
  'GET /admin/telegram/series/:id/steps/create': administrators(404, { at: series('/steps/create') }),
  'POST /admin/telegram/series/:id/steps/create': adminChange(404, series('/steps/create')),
  'GET /admin/telegram/series/:id/steps/:step': administrators(404, { at: series('/steps/1') }),
  'POST /admin/telegram/series/:id/steps/:step': adminChange(404, series('/steps/1')),
  'POST /admin/telegram/series/:id/steps/:step/place': adminChange(404, series('/steps/1/place')),
  'POST /admin/telegram/series/:id/steps/:step/approval': freshAdminChange(404, series('/steps/1/approval')),
  'POST /admin/telegram/series/:id/steps/:step/test': adminChange(404, series('/steps/1/test')),
  'POST /admin/telegram/series/:id/steps/:step/removal': adminChange(404, series('/steps/1/removal')),
  'GET /admin/telegram/broadcast/create': administrators(200),
  'POST /admin/telegram/broadcast/create': adminChange(422),
  'GET /admin/telegram/broadcast/audience': administrators(200),
  'GET /admin/telegram/broadcast/files': administrators(200),
  'POST /admin/telegram/broadcast/files': { ...adminChange(409), fileBytes: 50 * 1024 * 1024 },
  'GET /admin/telegram/broadcast/:id/edit': administrators(404, { at: broadcast('/edit') }),
  'POST /admin/telegram/broadcast/:id/edit': adminChange(404, broadcast('/edit')),
  'POST /admin/telegram/broadcast/:id/draft': adminChange(404, broadcast('/draft')),
  'GET /admin/telegram/broadcast/:id/sent': administrators(404, { at: broadcast('/sent'), needsProof: true }),
  'POST /admin/telegram/broadcast/:id/sent': freshAdminChange(404, broadcast('/sent')),
  'GET /admin/telegram/broadcast/:id': administrators(404, { at: broadcast() }),
  'POST /admin/telegram/broadcast/:id/act': adminChange(400, broadcast('/act')),
  'POST /admin/telegram/broadcast/:id/sending': freshAdminChange(400, broadcast('/sending')),
  'POST /admin/telegram/broadcast/:id/copy': adminChange(404, broadcast('/copy')),
  'POST /admin/telegram/broadcast/:id/test': adminChange(404, broadcast('/test')),
  'GET /admin/telegram/broadcast/:id/progress': administrators(404, { at: broadcast('/progress') }),
  'GET /admin/telegram/broadcast/:id/recipients': administrators(404, { at: broadcast('/recipients') }),
  'POST /admin/telegram/broadcast/:id/recipients.csv': freshAdminChange(404, broadcast('/recipients.csv')),

  'GET /account/telegram': signedIn(200),
  'POST /account/telegram': own(303, { needsProof: true }),
  'POST /account/telegram/confirmation': own(409),
  'POST /account/telegram/news': own(303),
  'POST /account/telegram/removal': own(303),

  'GET /admin/users': administrators(200),
  'POST /admin/users/export': freshAdminChange(200),
  'POST /admin/users/views': adminChange(400),
  'POST /admin/users/views/:id/removal': adminChange(303, '/admin/users/views/none/removal'),
  'GET /admin/users/bulk': administrators(200, { needsProof: true }),
  'POST /admin/users/bulk': freshAdminChange(422),
  'POST /admin/users/bulk/undo': adminChange(400),
  'GET /admin/users/invitation': administrators(200, { needsProof: true }),
  'POST /admin/users/invitation': freshAdminChange(400),
  'GET /admin/users/:id': administrators(200, { at: user() }),
  'POST /admin/users/:id/role': freshAdminChange(400, user('/role')),
  'POST /admin/users/:id/ban': adminChange(400, user('/ban')),
  'POST /admin/users/:id/ban/removal': adminChange(400, user('/ban/removal')),
  'POST /admin/users/:id/undo': adminChange(400, user('/undo')),
  'POST /admin/users/:id/sessions/closure': adminChange(303, user('/sessions/closure')),
  'POST /admin/users/:id/password-link': freshAdminChange(200, user('/password-link')),
  'POST /admin/users/:id/second-factor': freshAdminChange(409, user('/second-factor')),
  'POST /admin/users/:id/second-factor/approval': freshAdminChange(409, user('/second-factor/approval')),
  'POST /admin/users/:id/second-factor/withdrawal': adminChange(303, user('/second-factor/withdrawal')),
  'POST /admin/users/:id/impersonation': freshAdminChange(303, user('/impersonation')),
  'GET /admin/audit': administrators(200),
}

/** Addresses where there is no page, and methods that no page has: who may not be there does not learn so. */
export const nowhere: Record<string, Access> = {
  'GET /app/nowhere': signedIn(404),
  'GET /app/bots/nowhere': signedIn(404),
  'GET /app/nowhere/deeper.json': signedIn(404),
  'POST /app': signedIn(405),
  'DELETE /app/nowhere': signedIn(404),
  'GET /account/nowhere': signedIn(404),
  'DELETE /account': own(405),
  'GET /admin': administrators(404),
  'GET /admin/nowhere': administrators(404),
  'GET /admin/users/nobody': administrators(404),
  'GET /admin/users/nobody/nowhere': administrators(404),
  'POST /admin/users/nobody/impersonation': administrators(404),
  'POST /admin/audit': administrators(405),
  'PUT /admin/users': administrators(405),
  'DELETE /admin/users/nobody': administrators(405),
}
