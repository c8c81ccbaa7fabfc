import { isMessageKey, type Translate } from '../../i18n/translate.ts'

/** Returns the text of an order's reason, or the reason itself if it has no text */
export function reasonText(t: Translate, reason: string): string {
  const key = `bots.orderReasons.${reason}`
  return isMessageKey(key) ? t(key) : reason
}

export function modeReasonText(t: Translate, reason: string): string {
  const key = `botPage.modeReasons.${reason}`
  return isMessageKey(key) ? t(key) : reason
}
