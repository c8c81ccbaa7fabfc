import { listBots } from '../bots/owner/owner-queries.ts'
import { maxQuery, wordsOf } from '../charts/command/matching.ts'
import { maxLayouts } from '../charts/layout/layout.ts'
import { listLayouts } from '../charts/layout/queries.ts'
import type { SearchAnswer } from '../content/search/search.ts'
import type { Db } from '../db/client.ts'
import { type Locale, localised } from '../i18n/locales.ts'
import type { Market } from '../market/market.ts'
import { href, paths } from '../paths.ts'
import type { NavigationEntry } from '../ui/menus.ts'
import { requestOf } from '../users/list/list-queries.ts'
import { readList } from '../users/list/list-query.ts'
import { findLines } from '../users/list/list-users.ts'
import { commandEntries, rememberedCommand } from './command-entries.ts'
import { type Entry, type FoundGroup, groupEntries, maxEntries } from './entry.ts'
import { findNamed, listScreens, type Named } from './screens.ts'

/** Max number of screens that are listed before anything is typed */
const maxScreens = 30

export interface FindDeps {
  db: Db
  market: Pick<Market, 'instruments'>
  navigation: readonly NavigationEntry[]
  /** Searches the documents; undefined if too many searches wait */
  searchDocuments(asked: { address: string; locale: Locale; query: string }): Promise<SearchAnswer | undefined>
  now(): number
}

export interface FindRequest {
  query: string
  /** IDs of the entries that were chosen last, newest first */
  recent: readonly string[]
  locale: Locale
  userId: string
  /** Whether the user may open the administration: only then users are searched */
  isAdmin: boolean
  /** Path of the open page without the locale prefix */
  path: string
  address: string
}

/** Finds what the user may open, best first. Only entries of pages that the user may see are listed. */
export async function find(deps: FindDeps, request: FindRequest): Promise<FoundGroup[]> {
  const query = request.query.trim().slice(0, maxQuery)
  const { locale, userId, isAdmin } = request
  const screens = listScreens({ ...deps, locale, isAdmin, path: request.path })
  const own = await listOwn(deps.db, userId, locale)
  const sources = { instruments: deps.market.instruments, locale }
  if (query === '') {
    const recent = request.recent.flatMap((id) => {
      const entry = [...screens, ...own].find((each) => each.id === id) ?? rememberedCommand(id, sources)
      return entry ? [{ ...entry, group: 'recent' as const, penalty: 0 }] : []
    })
    const rest = screens.filter(({ id, group }) => group === 'screens' && !recent.some((entry) => entry.id === id))
    return groupEntries([...recent, ...rest.map((entry) => ({ ...entry, penalty: 0 }))], maxScreens)
  }
  const [users, documents] = await Promise.all([
    isAdmin ? findUsers(deps, query, locale) : [],
    findDocuments(deps, { ...request, query }),
  ])
  return groupEntries([
    ...commandEntries(query, sources),
    ...findNamed(query, [...screens, ...own]),
    ...users,
    ...documents,
  ])
}

/** Lists the user's saved layouts and own bots; bots of the house are public and not listed. */
async function listOwn(db: Db, userId: string, locale: Locale): Promise<Named[]> {
  const [layouts, bots] = await Promise.all([listLayouts(db, userId, maxLayouts), listBots(db, userId)])
  return [
    ...layouts.map(({ id, name }): Named => {
      const address = localised(locale, `${paths.charts}?layout=${id}`)
      const words = wordsOf(name)
      return { id: `layout ${id}`, group: 'layouts', title: name, icon: 'i-lucide-layout-grid', href: address, words }
    }),
    ...bots.flatMap(({ row: { id, name, asset, userId: owner } }): Named[] => {
      if (owner !== userId) return []
      const address = localised(locale, href(paths.bot, { id }))
      const words = [...wordsOf(name), ...wordsOf(asset)]
      return [{ id: `bot ${id}`, group: 'bots', title: name, note: asset, icon: 'i-lucide-bot', href: address, words }]
    }),
  ]
}

/** Finds users by login, name, ID or Telegram name, as the list of users does. */
async function findUsers({ db, now }: FindDeps, query: string, locale: Locale): Promise<Entry[]> {
  if (query.length < 2) return []
  const lines = await findLines(db, requestOf(readList({ q: query }), maxEntries.users, now()))
  return lines.map(({ id, login, name }) => ({
    group: 'users',
    title: login,
    note: name === login ? undefined : name,
    icon: 'i-lucide-user',
    href: localised(locale, href(paths.adminUser, { id })),
    penalty: login.toLowerCase() === query.toLowerCase() ? 0 : 2,
  }))
}

async function findDocuments(deps: FindDeps, { query, locale, address }: FindRequest): Promise<Entry[]> {
  if (query.length < 2) return []
  const answer = await deps.searchDocuments({ address, locale, query })
  return (answer?.groups ?? []).slice(0, maxEntries.documents).map(({ path, title, kind }, at) => ({
    group: 'documents',
    title,
    icon: kind === 'docs' ? 'i-lucide-book-open' : 'i-lucide-newspaper',
    href: path,
    penalty: at,
  }))
}
