import type { MessageKey, Translate } from '../i18n/translate.ts'
import type { NameFault } from './names.ts'

export const nameFaultWords = {
  length: 'account.badName',
  letters: 'account.badNameLetters',
} as const satisfies Record<NameFault, MessageKey>

/** Failures of forms posted to the API, as the query of the page to which they return names them. */
const problems = {
  wrong: 'auth.wrong',
  code: 'auth.wrongCode',
  banned: 'auth.banned',
  busy: 'auth.busy',
  login: 'auth.badLogin',
  letters: 'auth.badLetters',
  name: nameFaultWords.letters,
  'name-length': nameFaultWords.length,
  taken: 'auth.taken',
  short: 'auth.faultShort',
  long: 'auth.faultLong',
  common: 'auth.faultCommon',
  own: 'auth.faultLogin',
  'telegram-unlinked': 'telegramAccount.problemUnlinked',
  'telegram-failed': 'telegramAccount.problemFailed',
  'telegram-unreachable': 'telegramAccount.problemUnreachable',
  'telegram-slow': 'telegramAccount.problemSlow',
} as const

export type Problem = keyof typeof problems

export function isProblem(name: string | undefined): name is Problem {
  return name !== undefined && Object.hasOwn(problems, name)
}

export function problemText(t: Translate, problem: Problem): string {
  return t(problems[problem])
}
