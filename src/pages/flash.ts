import type { Context } from 'hono'
import type { Cookies } from '../http/cookies.ts'
import type { AppEnv } from '../http/env.ts'
import { isMessageKey, type MessageKey, translator } from '../i18n/translate.ts'

/** Shown once by the page after a form: `account.flashProfile`. A domain adds its own by their words. */
export type Flash = Extract<MessageKey, `${string}.flash${string}`>

export interface Flashes {
  leave(c: Context<AppEnv>, flash: Flash): void
  take(c: Context<AppEnv>): string | undefined
}

export function createFlashes(cookies: Cookies): Flashes {
  return {
    leave: (c, flash) => cookies.write(c, 'flash', flash),
    take: (c) => {
      const name = cookies.read(c, 'flash')
      if (name === undefined) return undefined
      cookies.remove(c, 'flash')
      return isFlash(name) ? translator(c.var.locale)(name) : undefined
    },
  }
}

function isFlash(name: string): name is Flash {
  return /\.flash\w+$/.test(name) && isMessageKey(name)
}
