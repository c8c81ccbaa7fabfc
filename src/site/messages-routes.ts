import { Hono } from 'hono'
import { z } from 'zod'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { jsonError } from '../http/problem.ts'
import { isLocale, type Locale, locales } from '../i18n/locales.ts'
import { plainMessages } from '../i18n/plain-messages.ts'
import { documented, type OperationDescription } from '../openapi/operation.ts'
import { paths } from '../paths.ts'

const listMessages: OperationDescription = {
  id: 'listMessages',
  section: 'service',
  params: { locale: z.enum(locales) },
  summary: 'api.operations.listMessages',
  answer: { status: 200, schema: z.partialRecord(z.enum(locales), z.record(z.string(), z.unknown())) },
  refusals: [400, 404],
  hasProtocolErrors: true,
}

interface Dictionary {
  body: string
  etag: string
}

/**
 * Creates the route that serves messages as `{ "en": { … } }` to clients of the i18n module. The build ID in the path
 * is ignored.
 */
export function messagesRoutes() {
  const dictionaries = new Map<string, Dictionary>()
  const dictionaryOf = (locale: string) => {
    const known = dictionaries.get(locale)
    if (known || !isLocale(locale)) return known
    const made = makeDictionary(locale)
    dictionaries.set(locale, made)
    return made
  }
  return new Hono<AppEnv>()
    .get(paths.messagesWithoutLocale, anyone, (c) => jsonError(c, 400, 'Locale not specified.'))
    .get(paths.messages, documented(anyone, listMessages), (c) => {
      const locale = c.req.param('locale')
      if (!locale) return jsonError(c, 400, 'Locale not specified.')
      const dictionary = dictionaryOf(locale)
      if (!dictionary) return jsonError(c, 404, `Locale '${locale}' not found.`)
      const { body, etag } = dictionary
      if (c.req.header('if-none-match')?.includes(etag)) {
        return c.body(null, 304, { etag, 'cache-control': 'public, max-age=10, s-maxage=10' })
      }
      return c.body(body, 200, { etag, 'content-type': 'application/json', 'cache-control': 'max-age=10' })
    })
}

function makeDictionary(locale: Locale): Dictionary {
  const body = JSON.stringify({ [locale]: plainMessages(locale) })
  return { body, etag: `W/"${Bun.hash(body).toString(36)}"` }
}
