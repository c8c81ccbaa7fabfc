import type { ApiOutcome } from '../api/outcome.ts'

/** Explanations of Telegram's error codes for operators. */
export const explanations: Readonly<Record<number, string>> = {
  401: 'Telegram rejects TELEGRAM_TOKEN: the token was revoked or is invalid',
  409: 'Another program uses TELEGRAM_TOKEN to receive updates: stop it, or give it another bot',
}

export function failureText(outcome: Exclude<ApiOutcome, { status: 'sent' }>): string {
  if (outcome.status === 'too-many') return `Too many requests: wait ${outcome.retryAfter} s`
  const isRevoked = outcome.status === 'refused' && outcome.kind === 'revoked'
  return (isRevoked && explanations[401]) || outcome.error
}
