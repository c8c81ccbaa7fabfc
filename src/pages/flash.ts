import type { Context } from 'hono'
import type { Cookies } from '../http/cookies.ts'
import type { AppEnv } from '../http/env.ts'
import { isMessageKey, type MessageKey, translator } from '../i18n/translate.ts'
import { undoForMs } from './undo-time.ts'

/**
 * Key of a message that the page after a form shows once, such as `account.flashProfile`. Domains add their own keys.
 */
export type Flash = Extract<MessageKey, `${string}.flash${string}`>

export interface UndoableFlash {
  text: string
  /** Undo token of the form's change, from `signUndo` */
  undo?: string | undefined
  /** Time for which the change can still be undone, ms */
  forMs?: number
  /** Whether no page has shown the message yet */
  isNew?: boolean
}

interface FlashMore {
  /** Undo token of the form's change */
  undo?: string
  /** Subject of the change, for a message with `{{about}}`, which distinguishes several changes */
  about?: string
  /** Undo token that the form has used, which is not offered again */
  used?: string
}

export interface Flashes {
  /** Leaves a message for the next page. A cookie holds 4000 bytes in total: the oldest undo tokens are dropped. */
  leave(c: Context<AppEnv>, flash: Flash, more?: FlashMore): void
  /** Takes the newest message that offers no undo. */
  take(c: Context<AppEnv>): string | undefined
  /**
   * Takes the newest message and all of a domain that offer an undo, oldest first. Messages with an undo stay, so that
   * each keeps it on the next pages of the domain, whose route can use the token.
   */
  takeUndoable(c: Context<AppEnv>, domain: string): UndoableFlash[]
}

/** Max length of the cookie's value; browsers refuse a cookie of more than 4096 bytes with its name and attributes. */
const maxLength = 3800

interface Entry {
  name: Flash
  about: string
  /** Undo token; empty if the change cannot be undone */
  undo: string
  /** End of the time for undo, ms UTC */
  until: number
  isShown: boolean
}

export function createFlashes(cookies: Cookies, now: () => number): Flashes {
  const stored = (c: Context<AppEnv>) => cookies.read(c, 'flash') ?? ''
  const read = (c: Context<AppEnv>) => stored(c).split('\n').flatMap(readEntry)
  const write = (c: Context<AppEnv>, entries: readonly Entry[]) => {
    const text = fittingText(entries)
    // A late response with unchanged messages must not overwrite a message that a newer response has left.
    if (text === stored(c)) return
    if (text) cookies.write(c, 'flash', text)
    else cookies.remove(c, 'flash')
  }
  const isOpen = ({ undo, until }: Entry) => undo !== '' && until > now()
  const textOf = (c: Context<AppEnv>, { name, about }: Entry) => translator(c.var.locale)(name, { about })
  return {
    leave: (c, name, { undo = '', about = '', used } = {}) => {
      const others = read(c).filter((entry) => isOpen(entry) && entry.undo !== used)
      // The cookie separates messages by new lines and their parts by tabs.
      const line = about.trim().replace(/\s+/g, ' ')
      write(c, [...others, { name, about: line, undo, until: now() + undoForMs, isShown: false }])
    },
    take: (c) => {
      const entries = read(c)
      const newest = entries.findLast(({ undo }) => undo === '')
      write(c, entries.filter(isOpen))
      return newest && textOf(c, newest)
    },
    takeUndoable: (c, domain) => {
      const entries = read(c)
      const newest = entries.findLast(({ undo }) => undo === '')
      const isOwn = ({ name, undo }: Entry) => undo !== '' && name.startsWith(`${domain}.`)
      write(
        c,
        entries.filter(isOpen).map((entry) => (isOwn(entry) ? { ...entry, isShown: true } : entry)),
      )
      // A message that comes too late for its undo is still shown once.
      const shown = entries.filter((entry) => entry === newest || (isOwn(entry) && (isOpen(entry) || !entry.isShown)))
      return shown.map((entry) => ({
        text: textOf(c, entry),
        isNew: !entry.isShown,
        ...(isOpen(entry) && { undo: entry.undo, forMs: entry.until - now() }),
      }))
    },
  }
}

function readEntry(line: string): Entry[] {
  const [name = '', about = '', undo = '', until = '', shown = ''] = line.split('\t')
  return isFlash(name) ? [{ name, about, undo, until: Number(until), isShown: shown !== '' }] : []
}

/** Writes the newest entries that fit. */
function fittingText(entries: readonly Entry[]): string {
  const texts = entries.map(({ name, about, undo, until, isShown }) =>
    (undo ? [name, about, undo, until, isShown ? 1 : ''] : [name, about].filter(Boolean)).join('\t'),
  )
  while (texts.length > 1 && encodeURIComponent(texts.join('\n')).length > maxLength) texts.shift()
  return texts.join('\n')
}

function isFlash(name: string): name is Flash {
  return /\.flash\w+$/.test(name) && isMessageKey(name)
}
