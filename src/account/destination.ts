import { type Locale, splitLocale } from '../i18n/locales.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import type { NavigationEntry } from '../ui/menus.ts'

/** Pages that guests are sent from and that no menu lists */
const unlisted: readonly Pick<NavigationEntry, 'path' | 'label' | 'isAlone'>[] = [
  { path: paths.newBot, label: 'botForm.newTitle', isAlone: true },
]

/**
 * Names the page that a guest was about to open, as the menus name it. Uses only our own words, because anybody can
 * write the query.
 * @param next  path of this site, as `safeNext` returns it
 */
export function destinationName(
  next: string | undefined,
  navigation: readonly NavigationEntry[],
  locale: Locale,
): string | undefined {
  if (next === undefined) return undefined
  const { path: page } = splitLocale(next.split('?')[0] ?? '')
  let best: Pick<NavigationEntry, 'path' | 'label'> | undefined
  for (const entry of [...unlisted, ...navigation]) {
    const isHere = page === entry.path || (!entry.isAlone && page.startsWith(`${entry.path}/`))
    if (isHere && entry.path.length > (best?.path.length ?? 0)) best = entry
  }
  // Pages in the menu of the site are open to everybody: guests there sign in without being sent.
  if (!best || navigation.some(({ menu, path }) => menu === 'site' && path === best.path)) return undefined
  return translator(locale)(best.label)
}
