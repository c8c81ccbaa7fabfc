import type { Context } from 'hono'
import type { Cookies } from '../http/cookies.ts'
import type { AppEnv } from '../http/env.ts'
import { isMessageKey, type MessageKey, translator } from '../i18n/translate.ts'

/**
 * Key of a message that the page after a form shows once, such as `account.flashProfile`. Domains add their own keys.
 */
export type Flash = Extract<MessageKey, `${string}.flash${string}`>

export interface UndoableFlash {
  text: string
  /** Undo token of the form's change, from `signUndo` */
  undo?: string | undefined
}

export interface Flashes {
  /**
   * Leaves a message for the next page. @param undo  undo token of the form's change; a cookie holds 4000 bytes in
   * total
   */
  leave(c: Context<AppEnv>, flash: Flash, undo?: string): void
  take(c: Context<AppEnv>): string | undefined
  takeUndoable(c: Context<AppEnv>): UndoableFlash | undefined
}

export function createFlashes(cookies: Cookies): Flashes {
  const takeUndoable: Flashes['takeUndoable'] = (c) => {
    const value = cookies.read(c, 'flash')
    if (value === undefined) return undefined
    cookies.remove(c, 'flash')
    const [name = '', undo] = value.split(' ')
    return isFlash(name) ? { text: translator(c.var.locale)(name), undo } : undefined
  }
  return {
    leave: (c, flash, undo) => cookies.write(c, 'flash', undo ? `${flash} ${undo}` : flash),
    take: (c) => takeUndoable(c)?.text,
    takeUndoable,
  }
}

function isFlash(name: string): name is Flash {
  return /\.flash\w+$/.test(name) && isMessageKey(name)
}
