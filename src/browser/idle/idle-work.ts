import { deviceInfo, deviceWords } from '../../ui/device/device-info.ts'
import { startNavigationExtras } from '../navigation/idle-start.ts'

/**
 * Delay between a resize and the update of `data-device`, ms: browsers that emulate other devices change the size first
 */
const refreshMs = 50

/** Keeps the attribute `data-device` of `<html>` up to date, for example `desktop windows chrome`. */
function followDevice(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  setDeviceWords()
  addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(setDeviceWords, refreshMs)
  })
}

function setDeviceWords(): void {
  const { userAgent, maxTouchPoints: touchPoints } = navigator
  const hints = 'userAgentData' in navigator ? hintsOf(Object(navigator.userAgentData)) : {}
  document.documentElement.dataset.device = deviceWords(deviceInfo({ userAgent, touchPoints, ...hints }))
}

function hintsOf({ brands, mobile, platform }: { brands?: { brand: string }[]; mobile?: boolean; platform?: string }) {
  return { brands: brands?.map(({ brand }) => brand).join(), isMobile: mobile, platform }
}

export async function startIdleWork(): Promise<void> {
  startNavigationExtras()
  followDevice()
  const { metrika, analyticsScript } = document.documentElement.dataset
  if (metrika === undefined && analyticsScript === undefined) return
  const { countPages } = await import('./analytics.ts')
  countPages()
}
