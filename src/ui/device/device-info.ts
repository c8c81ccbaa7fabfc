/** Hints about the reader's browser; the server reads them from a request, a page reads them from `navigator`. */
export interface DeviceHints {
  userAgent: string
  /** Header `Sec-CH-UA`: names of the browser with versions */
  brands?: string | undefined
  /** Header `Sec-CH-UA-Mobile`: whether the device is a phone */
  isMobile?: boolean | undefined
  /** Header `Sec-CH-UA-Platform`: the operating system, such as `Windows` */
  platform?: string | undefined
  /** Max number of simultaneous touches, which distinguishes iPads from Macs: iPads report as Macs, which have none */
  touchPoints?: number | undefined
}

/**
 * Pattern of crawlers and link previewers, which are never redirected by language and get the bare status instead of an
 * error page.
 */
const crawler =
  /bot\b|crawl|spider|slurp|google-?(other|inspection)|(bing|skypeuri)preview|mediapartners|facebookext|whatsapp|vkshare|embedly|quora link preview|pinterest|yandex(?!search|browser)|lighthouse/i

export function isCrawler(userAgent: string | undefined): boolean {
  return crawler.test(userAgent ?? '')
}

export const systems = {
  isIos: /iPhone|iPad|iPod/,
  isAndroid: /Android/,
  isWindows: /Windows/,
  isMacOS: /Mac OS X|Macintosh|macOS/,
} as const

/** Patterns of browsers in the order of testing: most browsers also name the browsers that they descend from. */
export const browsers = {
  isEdge: /Edg(e|A|iOS)?\/|Microsoft Edge/,
  isSamsung: /SamsungBrowser\/|Samsung Internet/,
  isFirefox: /Firefox\/|FxiOS\//,
  isChrome: /Chrome\/|CriOS\/|Chromium\/|Google Chrome|Chromium/,
  isSafari: /Version\/.*Safari\//,
} as const

type System = keyof typeof systems
type BrowserName = keyof typeof browsers

export interface DeviceInfo extends Record<System | BrowserName, boolean> {
  isMobile: boolean
  isTablet: boolean
  isDesktop: boolean
  isCrawler: boolean
}

/**
 * Max number of characters of a header that are read: browsers send fewer, but an attacker may send as many as a header
 * can have.
 */
const maxRead = 512

export function deviceInfo(hints: DeviceHints): DeviceInfo {
  const { touchPoints = 0 } = hints
  const [userAgent = '', brands = '', platform = ''] = [hints.userAgent, hints.brands, hints.platform].map((text) =>
    text?.slice(0, maxRead),
  )
  const said = platform || userAgent
  const isPad = /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  const system = isPad ? 'isIos' : firstOf(systems, said)
  const isTablet = isPad || (system === 'isAndroid' && !(hints.isMobile ?? /Mobile/.test(userAgent)))
  const isMobile = !isTablet && (hints.isMobile ?? /Mobile|iPhone|iPod/.test(userAgent))
  const name = firstOf(browsers, `${brands} ${userAgent}`)
  const is = (flag: System | BrowserName) => flag === system || flag === name
  return {
    isMobile,
    isTablet,
    isDesktop: !isMobile && !isTablet,
    isIos: is('isIos'),
    isAndroid: is('isAndroid'),
    isWindows: is('isWindows'),
    isMacOS: is('isMacOS'),
    isSafari: is('isSafari'),
    isFirefox: is('isFirefox'),
    isEdge: is('isEdge'),
    isChrome: is('isChrome'),
    isSamsung: is('isSamsung'),
    isCrawler: isCrawler(hints.userAgent),
  }
}

/** Writes the flags of a device as words for `data-device`, such as `desktop windows chrome` */
export function deviceWords(device: DeviceInfo): string {
  const flags = Object.entries(device).filter(([, isSo]) => isSo)
  return flags.map(([flag]) => flag.slice(2).toLowerCase()).join(' ')
}

function firstOf<Name extends string>(patterns: Record<Name, RegExp>, text: string): Name | undefined {
  for (const name in patterns) if (patterns[name].test(text)) return name
  return undefined
}
