import type { Accounts } from '../auth/middleware.ts'
import type { MessageKey } from '../i18n/translate.ts'
import type { PageDeps } from '../pages/page-deps.ts'

/** A sign-in method besides the password, which another domain provides */
export interface OtherSignIn {
  path: string
  icon: string
  label: MessageKey
}

export interface AccountDeps extends PageDeps, Accounts {
  otherSignIns: readonly OtherSignIn[]
}
