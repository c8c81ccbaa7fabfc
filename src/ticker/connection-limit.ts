import { networkOf } from '../limits/rate-limit.ts'

export interface ConnectionLimit {
  take(address: string): string | undefined
  giveBack(network: string): void
}

export function createConnectionLimit(most: number): ConnectionLimit {
  const counts = new Map<string, number>()
  return {
    take: (address) => {
      const network = networkOf(address)
      const count = counts.get(network) ?? 0
      if (count >= most) return undefined
      counts.set(network, count + 1)
      return network
    },
    giveBack: (network) => {
      const count = counts.get(network) ?? 0
      if (count > 1) counts.set(network, count - 1)
      else counts.delete(network)
    },
  }
}
