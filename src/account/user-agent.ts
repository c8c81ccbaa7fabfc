import type { Translate } from '../i18n/translate.ts'
import { browsers, deviceInfo, systems } from '../ui/device/device-info.ts'

export interface Device {
  kind: 'phone' | 'tablet' | 'computer'
  /** Name of the browser, such as `Firefox`; undefined if unknown */
  browser: string | undefined
  /** Name of the system, such as `Windows` or `iPhone` */
  system: string | undefined
}

/**
 * Patterns of browsers. Their order matters: the user agents of most browsers also contain the name of the browser's
 * ancestor.
 */
const browserNames: [RegExp, string][] = [
  [/YaBrowser\//, 'Yandex Browser'],
  [browsers.isEdge, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [browsers.isSamsung, 'Samsung Internet'],
  [browsers.isFirefox, 'Firefox'],
  [browsers.isChrome, 'Chrome'],
  [browsers.isSafari, 'Safari'],
  [/^curl\//, 'curl'],
]
const systemNames: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [systems.isAndroid, 'Android'],
  [systems.isWindows, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [systems.isMacOS, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Returns a name such as `Chrome on Windows`; undefined if neither part is known. */
export function deviceName(userAgent: string, t: Translate): string | undefined {
  const { browser, system } = deviceOf(userAgent)
  return browser && system ? t('account.deviceName', { browser, system }) : (browser ?? system)
}

export function deviceOf(userAgent: string): Device {
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const { isMobile, isTablet } = deviceInfo({ userAgent })
  return {
    kind: isMobile ? 'phone' : isTablet ? 'tablet' : 'computer',
    browser: find(browserNames),
    system: find(systemNames),
  }
}
