import type { OtherSignIn } from '../account/account-deps.ts'
import { paths } from '../paths.ts'
import type { TelegramDeps } from '../telegram/telegram-deps.ts'

export function otherSignIns({ telegram }: Pick<TelegramDeps, 'telegram'>): OtherSignIn[] {
  return telegram?.oidc ? [{ path: paths.telegramSignIn, icon: 'i-lucide-send', label: 'telegramAccount.signIn' }] : []
}
