import type { Translate } from '../i18n/translate.ts'

/** What a form that was answered by a redirect has done, said by the page that follows. */
const flashes = {
  profile: 'account.flashProfile',
  password: 'account.flashPassword',
  'second-factor-off': 'account.flashSecondFactorOff',
  'session-ended': 'account.flashSessionEnded',
  'sessions-ended': 'account.flashSessionsEnded',
} as const

export type Flash = keyof typeof flashes

/** The words of a flash by its name; nothing for a name that is none. */
export function flashText(t: Translate, name: string | undefined): string | undefined {
  return isFlash(name) ? t(flashes[name]) : undefined
}

function isFlash(name: string | undefined): name is Flash {
  return name !== undefined && Object.hasOwn(flashes, name)
}
