import { Hono } from 'hono'
import type { AppEnv } from '../http/env.ts'
import { wireError } from '../http/wire-error.ts'
import { locales } from '../i18n/locales.ts'
import { plainMessages } from '../i18n/plain-messages.ts'
import { paths } from '../paths.ts'

/**
 * The words of the interface as JSON, `{ "en": { … } }`, where clients of the i18n module ask for them. They put the
 * id of their own build into the address; any is answered, for there is only one dictionary.
 */
export function messagesRoutes() {
  const dictionaries = new Map<string, { body: string; etag: string }>(
    locales.map((locale) => {
      const body = JSON.stringify({ [locale]: plainMessages(locale) })
      return [locale, { body, etag: `W/"${Bun.hash(body).toString(36)}"` }]
    }),
  )
  return new Hono<AppEnv>()
    .get(paths.messagesWithoutLocale, (c) => wireError(c, 400, 'Locale not specified.'))
    .get(paths.messages, (c) => {
      const locale = c.req.param('locale')
      if (!locale) return wireError(c, 400, 'Locale not specified.')
      const dictionary = dictionaries.get(locale)
      if (!dictionary) return wireError(c, 404, `Locale '${locale}' not found.`)
      const { body, etag } = dictionary
      if (c.req.header('if-none-match')?.includes(etag)) {
        return c.body(null, 304, { etag, 'cache-control': 'public, max-age=10, s-maxage=10' })
      }
      return c.body(body, 200, { etag, 'content-type': 'application/json', 'cache-control': 'max-age=10' })
    })
}
