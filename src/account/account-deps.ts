import type { Origin } from '../auth/audit.ts'
import type { Accounts } from '../auth/middleware.ts'
import type { MessageKey } from '../i18n/translate.ts'
import type { PageDeps } from '../pages/page-deps.ts'

/** A sign-in method besides the password, which another domain provides */
export interface OtherSignIn {
  path: string
  icon: string
  label: MessageKey
}

/** @returns `asked` for every login, so that it reveals nothing about the login */
export type SendPasswordLink = (
  request: Origin & { login: string },
) => Promise<{ status: 'asked' } | { status: 'slow-down'; waitMs: number }>

export interface AccountDeps extends PageDeps, Accounts {
  otherSignIns: readonly OtherSignIn[]
  /** Sends a link for a new password to the chat linked to the login; undefined if no chats can be linked */
  sendPasswordLink: SendPasswordLink | undefined
}
