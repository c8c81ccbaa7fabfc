import type { Ask } from './balancer.ts'
import { sameOrigin } from './visitor.ts'

/** Totals of a load so far */
export interface Load {
  answers: number
  /** Descriptions of wrong answers; only the first ten */
  faults: string[]
  ticks: number
  stop(): Promise<void>
}

export interface LoadOptions {
  url: string
  ask: Ask
  sockets: number
  pagesPerSecond: number
  /** Logins of the accounts that sign in, one after another, with `soakPassword` */
  logins: readonly string[]
}

const pages = ['/', '/en', '/docs', '/en/docs', '/blog', '/en/blog', '/app/bots', '/sitemap.xml']
const words = ['свеча', 'рассылка', 'bot', 'candle', 'redis', 'поиск']
const assets = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
export const soakPassword = 'корабль лампа 7'
const maxFaults = 10
/** ms between two requests of one kind */
const [searchEvery, signInEvery] = [1000, 5000]

/** Sends pages, searches, sign-ins and socket traffic at a steady rate until stopped. */
export async function startLoad({ url, ask, sockets, pagesPerSecond, logins }: LoadOptions): Promise<Load> {
  const load = { answers: 0, faults: [] as string[], ticks: 0 }
  const fault = (words: string) => void (load.faults.length < maxFaults && load.faults.push(words))
  const underway = new Set<Promise<void>>()
  const visit = (path: string, init?: RequestInit, wanted = 200) => {
    const visiting = ask(path, init)
      .then(async (answer) => {
        await answer.bytes()
        load.answers++
        if (answer.status !== wanted) fault(`${path}: ${answer.status}`)
      })
      .catch((error: unknown) => fault(`${path}: ${error}`))
      .finally(() => underway.delete(visiting))
    underway.add(visiting)
    return visiting
  }
  const enter = (path: string, login: string, wanted: number) => {
    const headers = { ...sameOrigin, 'content-type': 'application/json' }
    return visit(path, { method: 'POST', headers, body: JSON.stringify({ login, password: soakPassword }) }, wanted)
  }
  await enter('/api/auth/register', 'soaker', 201)
  const open = await openSockets(url, sockets, { heard: () => load.ticks++, lost: fault })
  let [turn, signIns] = [0, 0]
  const timers = [
    setInterval(() => void visit(pages[turn++ % pages.length] ?? '/'), 1000 / pagesPerSecond),
    setInterval(() => {
      const word = words[turn % words.length] ?? ''
      void visit(`${turn % 2 ? '/en' : ''}/search?q=${encodeURIComponent(word)}`)
    }, searchEvery),
    setInterval(() => void enter('/api/auth/login', logins[signIns++ % logins.length] ?? '', 200), signInEvery),
  ]
  return Object.assign(load, {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underway)
      open.close()
    },
  })
}

/** Minimal ticker clients: each follows one asset and answers heartbeats. */
async function openSockets(url: string, many: number, on: { heard(): void; lost(words: string): void }) {
  const sockets: WebSocket[] = []
  let isClosing = false
  const open = (at: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
    socket.binaryType = 'arraybuffer'
    socket.onmessage = ({ data }) => {
      if (typeof data !== 'string') return on.heard()
      if (data.startsWith('0')) socket.send('40')
      if (data === '2') socket.send('3')
      if (!data.startsWith('40')) return
      socket.send(`42${JSON.stringify(['subscribe', { asset: assets[at % assets.length], tf: 1 }])}`)
      resolve()
    }
    socket.onclose = ({ code }) => {
      if (!isClosing) on.lost(`a socket was closed: ${code}`)
      resolve()
    }
    sockets.push(socket)
    return promise
  }
  // Opens the sockets in groups, because a server limits how many may connect at once.
  for (let at = 0; at < many; at += 50)
    await Promise.all(Array.from({ length: Math.min(50, many - at) }, (_, n) => open(at + n)))
  return {
    close: () => {
      isClosing = true
      for (const socket of sockets) socket.close()
    },
  }
}
