import { type DeviceInfo, deviceInfo } from '../ui/device/device-info.ts'

export function deviceOfRequest(header: (name: string) => string | undefined): DeviceInfo {
  const mobile = header('sec-ch-ua-mobile')
  return deviceInfo({
    userAgent: header('user-agent') ?? '',
    brands: header('sec-ch-ua'),
    isMobile: mobile === undefined ? undefined : mobile === '?1',
    platform: header('sec-ch-ua-platform')?.replaceAll('"', ''),
  })
}
