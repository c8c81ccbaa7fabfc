import { splitLocale } from '../../i18n/locales.ts'

/** Part of the product that a page belongs to, the same in both languages: `docs`, `app-charts`, `home`. */
export function goalOf(path: string): string {
  const [first = 'home', second] = splitLocale(path)
    .path.split('/')
    .filter((part) => part !== '')
  const isArea = first === 'app' || first === 'admin'
  return isArea && second ? `${first}-${second}` : first
}
