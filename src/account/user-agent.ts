import type { Translate } from '../i18n/translate.ts'

export interface Device {
  kind: 'phone' | 'tablet' | 'computer'
  /** `Firefox`; nothing when it does not say */
  browser: string | undefined
  /** `Windows`, `iPhone` */
  system: string | undefined
}

/** In this order: most browsers also call themselves what they descend from. */
const browsers: [RegExp, string][] = [
  [/YaBrowser\//, 'Yandex Browser'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** `Chrome on Windows`; nothing of a program that says neither. */
export function deviceName(userAgent: string, t: Translate): string | undefined {
  const { browser, system } = deviceOf(userAgent)
  return browser && system ? t('account.deviceName', { browser, system }) : (browser ?? system)
}

export function deviceOf(userAgent: string): Device {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = find(systems)
  const isTablet = system === 'iPad' || (system === 'Android' && !/Mobile/.test(userAgent))
  const isPhone = system === 'iPhone' || (system === 'Android' && !isTablet)
  return { kind: isPhone ? 'phone' : isTablet ? 'tablet' : 'computer', browser: find(browsers), system }
}
