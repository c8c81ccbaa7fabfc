import { splitLocale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'

/** Responses here are for one reader or one moment: the service worker stores none of them. */
const privatePaths = [
  paths.app,
  '/admin',
  '/api',
  paths.login,
  paths.register,
  paths.setup,
  paths.newPassword,
  paths.account,
  '/_dev',
  '/__nuxt_content',
  paths.serviceWorker,
]

export function isPrivate(pathname: string): boolean {
  const { path } = splitLocale(pathname)
  return privatePaths.some((own) => path === own || path.startsWith(`${own}/`))
}

export function isPage({ mode }: Request): boolean {
  return mode === 'navigate'
}

export function isHashed(pathname: string): boolean {
  return pathname.startsWith('/assets/') || pathname.startsWith('/images/')
}

/** `/images/0123-640.webp` and `/images/0123-1280.webp` are one picture. */
export function pictureOf(pathname: string): string | undefined {
  return /^(\/images\/.+-)\d+\.webp$/.exec(pathname)?.[1]
}
