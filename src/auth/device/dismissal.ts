import type { DeviceRow } from './device-queries.ts'

export interface Dismissal {
  /** Those to be told of, newest first; neither the device that asks nor what it has dismissed for itself */
  news: DeviceRow[]
  /** ms UTC until which the device that asks has dismissed everything for itself */
  dismissedAt: number
  /** For whom the device that asks dismisses wrong tries; for nobody where it is not known */
  reach: 'all' | 'itself' | 'nobody'
  /** Those of `news` that it dismisses for all */
  settled: DeviceRow[]
}

/**
 * For all, only a device dismisses that is the first one left or that such a one has acknowledged, and only those that
 * came after it: else two strangers would acknowledge each other. Every other dismisses for itself.
 * @param all  the account's devices
 */
export function dismissalOf(all: DeviceRow[], asking: string | null): Dismissal {
  const mine = all.find(({ hash }) => hash === asking)
  const dismissedAt = mine?.dismissedAt ?? 0
  const news = all.filter((device) => device.isNew && device !== mine && device.createdAt > dismissedAt)
  if (!mine) return { news, dismissedAt, reach: all.length === 0 ? 'all' : 'nobody', settled: [] }
  const isFirst = all.every((device) => device === mine || device.createdAt > mine.createdAt)
  const hasSay = !mine.isNew || isFirst
  const settled = hasSay ? news.filter(({ createdAt }) => createdAt >= mine.createdAt) : []
  return { news, dismissedAt, reach: hasSay ? 'all' : 'itself', settled }
}
