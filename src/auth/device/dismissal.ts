import type { DeviceRow } from './device-queries.ts'

export interface Dismissal {
  /**
   * Devices to warn about, newest first; without the requesting device and the devices that it has dismissed for itself
   */
  newDevices: DeviceRow[]
  /** Time up to which the requesting device has dismissed all warnings for itself, ms UTC */
  dismissedAt: number
  /** Devices for which the requesting device dismisses warnings about wrong attempts; `nobody` if it is unknown */
  reach: 'all' | 'itself' | 'nobody'
  /** Devices of `newDevices` that the requesting device dismisses for all devices */
  acknowledged: DeviceRow[]
}

/**
 * Decides what a device may dismiss. Only the first remaining device, or one that is already acknowledged, dismisses
 * for all devices, and only devices added after it: otherwise two strangers could acknowledge each other. Every other
 * known device dismisses for itself.
 * @param all  the account's devices
 */
export function dismissalOf(all: DeviceRow[], asking: string | null): Dismissal {
  const mine = all.find(({ hash }) => hash === asking)
  const dismissedAt = mine?.dismissedAt ?? 0
  const newDevices = all.filter((device) => device.isNew && device !== mine && device.createdAt > dismissedAt)
  if (!mine) return { newDevices, dismissedAt, reach: all.length === 0 ? 'all' : 'nobody', acknowledged: [] }
  const isFirst = all.every((device) => device === mine || device.createdAt > mine.createdAt)
  const mayDismissForAll = !mine.isNew || isFirst
  const acknowledged = mayDismissForAll ? newDevices.filter(({ createdAt }) => createdAt >= mine.createdAt) : []
  return { newDevices, dismissedAt, reach: mayDismissForAll ? 'all' : 'itself', acknowledged }
}
