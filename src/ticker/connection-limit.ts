import { networkOf } from '../limits/rate-limit.ts'
import type { TickerLimits } from './limits.ts'

export interface ConnectionLimit {
  /** `crowded`: the network has reached its limit; `full`: the total limit is reached */
  take(address: string): { status: 'taken'; network: string } | { status: 'crowded' | 'full' }
  release(network: string): void
}

export function createConnectionLimit(limits: Pick<TickerLimits, 'sockets' | 'socketsPerAddress'>): ConnectionLimit {
  /** Only networks with open sockets: never more entries than sockets */
  const counts = new Map<string, number>()
  let total = 0
  return {
    take: (address) => {
      const network = networkOf(address)
      const count = counts.get(network) ?? 0
      if (count >= limits.socketsPerAddress) return { status: 'crowded' }
      if (total >= limits.sockets) return { status: 'full' }
      counts.set(network, count + 1)
      total++
      return { status: 'taken', network }
    },
    release: (network) => {
      const count = counts.get(network) ?? 0
      total--
      if (count > 1) counts.set(network, count - 1)
      else counts.delete(network)
    },
  }
}
