import { isMessageKey, type Translate } from '../i18n/translate.ts'

export function timeframeText(t: Translate, tf: number): string {
  const key = `charts.tf${tf}`
  return isMessageKey(key) ? t(key).replace(' ', '\u00a0') : String(tf)
}
