import { isMessageKey, type Translate } from '../../i18n/translate.ts'

/** @param reason  of an order; what has no words is shown as it is */
export function reasonText(t: Translate, reason: string): string {
  const key = `bots.orderReasons.${reason}`
  return isMessageKey(key) ? t(key) : reason
}

export function modeReasonText(t: Translate, reason: string): string {
  const key = `botPage.modeReasons.${reason}`
  return isMessageKey(key) ? t(key) : reason
}
