import { fold, totalPenalty, wordsOf } from '../charts/command/matching.ts'
import { type Locale, languageNames, locales, localised } from '../i18n/locales.ts'
import { type MessageKey, translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import type { NavigationEntry } from '../ui/menus.ts'
import type { Entry } from './entry.ts'

/** An entry that a query finds by its words */
export interface Named extends Omit<Entry, 'penalty'> {
  words: readonly string[]
}

/** Words beside the labels by which users look for a screen, in both languages */
const otherWords: Partial<Record<string, string>> = {
  [paths.app]: 'home dashboard главная',
  [paths.account]: 'settings profile настройки профиль',
  [paths.paper]: 'paper trade бумажная',
  [paths.enigma]: 'assets markets активы рынок',
}
const modes = [
  { mode: 'dark', icon: 'i-lucide-moon', label: 'ui.colorModeDark', more: 'theme dark тема темная' },
  { mode: 'light', icon: 'i-lucide-sun', label: 'ui.colorModeLight', more: 'theme light тема светлая' },
  { mode: 'system', icon: 'i-lucide-monitor', label: 'ui.colorModeSystem', more: 'theme system тема системная' },
] as const

export interface ScreensOptions {
  navigation: readonly NavigationEntry[]
  locale: Locale
  isAdmin: boolean
  /** Path of the open page without the locale prefix, which the entry of the other language leads to */
  path: string
}

/** Lists the screens that the user may open, in the order of the menus, and the acts without an asset. */
export function listScreens({ navigation, locale, isAdmin, path }: ScreensOptions): Named[] {
  const order = ['app', 'bots', 'user', 'admin']
  const entries = navigation
    .filter((entry) => order.includes(entry.menu) && isShown(entry, isAdmin))
    .toSorted((a, b) => order.indexOf(a.menu) - order.indexOf(b.menu) || a.order - b.order)
  const shown = [...entries, { path: paths.newBot, label: 'botForm.newTitle' as const, icon: 'i-lucide-plus' }]
  // A section and its first page have one path: the later, more exact label names it.
  const byPath = new Map(shown.map((entry) => [entry.path, entry]))
  const screens = [...byPath.values()].map((entry): Named => {
    const icon = 'icon' in entry ? entry.icon : 'i-lucide-panel-top'
    return {
      id: `screen ${entry.path}`,
      group: 'screens',
      title: translator(locale)(entry.label),
      icon,
      href: localised(locale, entry.path),
      words: wordsInAll(entry.label, otherWords[entry.path]),
    }
  })
  return [...screens, replayEntry(locale), ...modeEntries(locale, path), ...languageEntries(locale, path)]
}

function isShown(entry: NavigationEntry, isAdmin: boolean): boolean {
  if (entry.menu === 'admin') return isAdmin
  if (entry.menu === 'bots') return entry.isFor !== 'visitors'
  return isAdmin || !('isForAdmins' in entry && entry.isForAdmins)
}

function replayEntry(locale: Locale): Named {
  return {
    id: 'replay',
    group: 'acts',
    title: translator(locale)('charts.replay.title'),
    icon: 'i-lucide-rewind',
    href: localised(locale, `${paths.charts}?replay=`),
    words: wordsInAll('charts.replay.title', 'bar history повтор история'),
    isReplay: true,
  }
}

function modeEntries(locale: Locale, path: string): Named[] {
  const t = translator(locale)
  return modes.map(({ mode, icon, label, more }) => {
    const title = `${t('ui.colorMode')}: ${t(label)}`
    const words = [...wordsInAll('ui.colorMode'), ...wordsInAll(label, more)]
    return { id: `mode ${mode}`, group: 'acts', title, icon, href: localised(locale, path), words, mode }
  })
}

function languageEntries(locale: Locale, path: string): Named[] {
  return locales
    .filter((other) => other !== locale)
    .map((other) => ({
      id: `language ${other}`,
      group: 'acts',
      title: translator(locale)('search.palette.language', { name: languageNames[other] }),
      icon: 'i-lucide-languages',
      href: localised(other, path),
      words: wordsOf(`language язык ${languageNames[other]} ${other}`),
    }))
}

function wordsInAll(label: MessageKey, more = ''): string[] {
  return wordsOf(`${locales.map((locale) => translator(locale)(label)).join(' ')} ${more}`)
}

export function findNamed(query: string, named: readonly Named[]): Entry[] {
  const typed = wordsOf(query)
  return named.flatMap(({ words, ...entry }) => {
    const whole = totalPenalty(typed, words)
    if (whole === undefined || typed.length === 0) return []
    // The whole title beats a word of it.
    return [{ ...entry, penalty: fold(entry.title) === fold(query.trim()) ? whole - 1 : whole + 0.5 }]
  })
}
