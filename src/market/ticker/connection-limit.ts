import { networkOf } from '../../auth/rate-limit.ts'

/** Counts sockets by where they come from. */
export interface ConnectionLimit {
  /** @returns the network to give back when the socket closes, or undefined when it has as many as it may */
  take(address: string): string | undefined
  giveBack(network: string): void
}

/** At most so many sockets for one address of IPv4 or one network of IPv6. */
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
