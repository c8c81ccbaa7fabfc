import type { Config } from '../config.ts'
import type { WireHandler, WireServer } from '../ticker/protocol/wire.ts'
import type { TickerSocketData } from '../ticker/subscriber.ts'

/** Returns the client address of a request, and upgrades requests to websockets */
export interface PortServer extends WireServer<TickerSocketData> {
  requestIP(request: Request): { address: string } | null
}

interface MountedHandler {
  path: string
  /** Answers a request. Undefined when the request was upgraded to a websocket */
  fetch(request: Request, server: PortServer): Response | Promise<Response> | undefined
  /** Handler of websockets. At most one mounted handler may have it. */
  websocket?: WireHandler<TickerSocketData>
  /** Ends long-lived connections, because closing the port waits for all pending answers. */
  closeConnections?(): void | Promise<void>
}

/** The only HTTP port of the process. It is opened only if a part needs it. */
export interface HttpServer {
  /** Adds a handler. The first handler whose path matches answers a request. */
  mount(handler: MountedHandler): void
  /** Opens the port. @throws Error with the code `EADDRINUSE` when another program uses the port */
  listen(): Promise<number>
  readonly port: number | undefined
  readonly isDraining: boolean
  /**
   * Keeps answering for `ms`, closing each connection after its answer, so that a load balancer can switch to other
   * servers.
   */
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

/**
 * Max time to wait for pending answers at a stop, ms. Slow clients could block the stop, and one of the stop's five
 * seconds is reserved.
 */
const patienceMs = 4000
/** Max time until an answer, s: a backtest takes up to a minute and may wait for other backtests */
const answerSeconds = 240
/** Idle timeout of downloads, s: with megabytes in the socket buffer a slow line shows no progress for half a minute */
const downloadSeconds = 60
/** Polling interval for pending answers, ms; no event reports that an answer has ended */
const lookMs = 20

/** Runs a callback later. @returns a function that cancels it */
type After = (ms: number, run: () => void) => () => void

const systemAfter: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export interface HttpServerOptions {
  after?: After
  /** Seconds after which an idle connection is closed, unless it waits for an answer */
  idleSeconds?: number | undefined
  /** Answers requests that match no mounted handler; 404 by default */
  otherwise?: ((request: Request) => Response | Promise<Response>) | undefined
}

export function createHttpServer(
  { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>,
  { after = systemAfter, idleSeconds = 10, otherwise = notFound }: HttpServerOptions = {},
): HttpServer {
  const handlers: MountedHandler[] = []
  let server: Awaited<ReturnType<typeof open>> | undefined
  let isDraining = false
  const optionsOf = (websocket: MountedHandler['websocket']) => ({
    port: PORT,
    hostname: HOST,
    // Refuses to share the port: otherwise two servers could use one port unnoticed.
    reusePort: false,
    development: false,
    idleTimeout: idleSeconds,
    websocket: websocket ?? {},
    fetch: (request: Request, listening: PortServer & { timeout(request: Request, seconds: number): void }) => {
      // Refuses malformed Host headers: with an invalid one the request has no URL that can be parsed. Bun joins
      // several Host headers with commas.
      if (!URL.canParse(request.url) || request.headers.get('host')?.includes(','))
        return new Response('The Host header is malformed.\n', { status: 400 })
      const pathAt = request.url.indexOf('/', 8)
      const handler = handlers.find(({ path }) => request.url.startsWith(path, pathAt))
      const made = handler ? handler.fetch(request, listening) : otherwise(request)
      const answer = isDraining ? asLast(made) : made
      if (answer instanceof Promise) {
        // Allows more time: a slow answer, e.g. a queued backtest, sends no data while it is computed.
        listening.timeout(request, answerSeconds)
        // Shortens the timeout once the answer exists. From then on only a slow client is idle, because a stream
        // without news sends a heartbeat every five seconds.
        const isMade = (made: Response | undefined) => {
          if (made) listening.timeout(request, made.headers.has('content-disposition') ? downloadSeconds : idleSeconds)
        }
        answer.then(isMade, () => undefined)
      }
      return answer
    },
  })
  // Async, because on Node the port opens asynchronously.
  const open = async () =>
    Bun.serve<TickerSocketData>(optionsOf(handlers.find(({ websocket }) => websocket)?.websocket))
  return {
    mount: (handler) => {
      handlers.push(handler)
      if (handler.websocket) server?.reload(optionsOf(handler.websocket))
    },
    listen: async () => {
      server ??= await open()
      return server.port ?? PORT
    },
    get port() {
      return server?.port
    },
    get isDraining() {
      return isDraining
    },
    drain: (ms) => {
      isDraining = true
      return new Promise((resolve) => void after(ms, resolve))
    },
    close: async () => {
      const stopped = server?.stop()
      const connections = handlers.map(async ({ closeConnections }) => closeConnections?.())
      await Promise.all([...connections, server && answersSent(server, after)])
      // Ends all connections: clients that have not sent a complete request need not be waited for.
      await server?.stop(true)
      await stopped
      server = undefined
    },
  }
}

function notFound(): Response {
  return new Response('Not found', { status: 404 })
}

async function asLast(made: ReturnType<MountedHandler['fetch']>): Promise<Response | undefined> {
  const answer = await made
  answer?.headers.set('connection', 'close')
  return answer
}

/** Resolves when all pending answers have been sent, or after the timeout. */
async function answersSent(server: { readonly pendingRequests: number }, after: After): Promise<void> {
  let isPatient = true
  const cancel = after(patienceMs, () => {
    isPatient = false
  })
  while (isPatient && server.pendingRequests > 0) await Bun.sleep(lookMs)
  cancel()
}
