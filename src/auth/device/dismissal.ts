import type { DeviceRow } from './device-queries.ts'

/** ms after which a device that nobody has acknowledged is as good as one that somebody has */
const settlesAfter = 7 * 24 * 3_600_000

export interface Dismissal {
  /** Those to be told of, newest first; never the device that asks */
  news: DeviceRow[]
  /** Whether the device that asks may dismiss anything, wrong tries included */
  isAllowed: boolean
  /** Those of `news` that it may dismiss */
  dismissible: DeviceRow[]
}

/**
 * A new device has no say while an older one is there. The first one left has, but who came later does not dismiss it:
 * else two strangers would acknowledge each other.
 * @param all  the account's devices
 */
export function dismissalOf(all: DeviceRow[], asking: string | null, now: number): Dismissal {
  const isSettled = ({ createdAt }: DeviceRow) => createdAt + settlesAfter <= now
  const mine = all.find(({ hash }) => hash === asking)
  const news = all.filter((device) => device.isNew && device !== mine)
  if (!mine) return { news, isAllowed: all.length === 0, dismissible: [] }
  const isFirst = all.every((device) => device === mine || device.createdAt > mine.createdAt)
  const isAllowed = !mine.isNew || isSettled(mine) || isFirst
  const mayDismiss = (device: DeviceRow) => device.createdAt >= mine.createdAt || isSettled(device)
  return { news, isAllowed, dismissible: isAllowed ? news.filter(mayDismiss) : [] }
}
