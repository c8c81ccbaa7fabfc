import { type DeviceInfo, deviceInfo } from '../ui/device/device-info.ts'
import { isCrawler } from './crawler.ts'

export function deviceOfRequest(header: (name: string) => string | undefined): DeviceInfo {
  const mobile = header('sec-ch-ua-mobile')
  const userAgent = header('user-agent') ?? ''
  return deviceInfo({
    userAgent,
    brands: header('sec-ch-ua'),
    isMobile: mobile === undefined ? undefined : mobile === '?1',
    platform: header('sec-ch-ua-platform')?.replaceAll('"', ''),
    isCrawler: isCrawler(userAgent),
  })
}
