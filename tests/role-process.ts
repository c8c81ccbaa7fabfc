/**
 * One role of the product in a separate process, for tests: runs `serve` without built assets, with a feed that the
 * test controls. The first message is a `RoleOptions`, each further one a `RoleOrder`; each is answered.
 */
import { readConfig } from '../src/config.ts'
import { serve } from '../src/main/serve.ts'
import type { MinuteUpdate } from '../src/market/candle.ts'
import type { FeedState } from '../src/market/feed/feed.ts'
import { createTestFeed, type TestFeedOptions } from './doubles/feed.ts'
import { cheapPasswords } from './password-cost.ts'
import { assets } from './site.ts'

export interface RoleOptions {
  env: Record<string, string>
  /** Minutes in the history of the feed */
  past: MinuteUpdate[]
  /** Initial time of the frozen clock, ms UTC; the system clock by default */
  now?: number | undefined
}

export type RoleOrder =
  | { do: 'emit'; updates: MinuteUpdate[] }
  | { do: 'setState'; state: FeedState }
  | { do: 'setNow'; now: number }
  /** Opens a new feed that has another source and no history */
  | { do: 'renew'; source: string }
  | { do: 'stop' }

async function start({ env, past, now: firstNow }: RoleOptions) {
  let now = firstNow
  const open = async (options: TestFeedOptions) => {
    const feed = createTestFeed(options)
    const server = await serve({
      config: readConfig(env),
      feed,
      bundle: { assets, publicFiles: async () => undefined },
      passwordCost: cheapPasswords,
      ...(now !== undefined && { now: () => now ?? Date.now() }),
    })
    return { feed, server }
  }
  let { feed, server } = await open({ past })
  const obey = async (order: RoleOrder) => {
    if (order.do === 'emit') feed.emit(...order.updates)
    if (order.do === 'setState') feed.setState(order.state)
    if (order.do === 'setNow') now = order.now
    if (order.do === 'stop' || order.do === 'renew') await server.close()
    if (order.do === 'renew') ({ feed, server } = await open({ source: order.source }))
  }
  return { url: server.port === undefined ? '' : `http://127.0.0.1:${server.port}`, obey }
}

let running: ReturnType<typeof start> | undefined
process.on('message', async (message: RoleOptions | RoleOrder) => {
  if ('env' in message) {
    running = start(message)
    process.send?.({ url: (await running).url })
  } else {
    await (await running)?.obey(message)
    process.send?.({})
    if (message.do === 'stop') process.exit(0)
  }
})
