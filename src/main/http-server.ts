import type { Config } from '../config.ts'
import type { WireHandler, WireServer } from '../ticker/protocol/wire.ts'
import type { TickerSocketData } from '../ticker/subscriber.ts'

/** Whom a request comes from, and what it may become */
export interface PortServer extends WireServer<TickerSocketData> {
  requestIP(request: Request): { address: string } | null
}

export interface MountedHandler {
  path: string
  /** Undefined when the request has become a websocket */
  fetch(request: Request, server: PortServer): Response | Promise<Response> | undefined
  /** At most one handler has sockets. */
  websocket?: WireHandler<TickerSocketData>
  /** Ends long-lived connections: a closing port waits for every answer in progress. */
  closeConnections?(): void | Promise<void>
}

/** The one port of the process; never opened when no part asks for it. */
export interface HttpServer {
  /** The first mounted handler that matches answers. */
  mount(handler: MountedHandler): void
  /** @throws Error with the code `EADDRINUSE` when another program has the port */
  listen(): Promise<number>
  readonly port: number | undefined
  readonly isDraining: boolean
  /** Goes on answering for so long, each answer the last of its connection: who balances finds other servers meanwhile. */
  drain(ms: number): Promise<void>
  close(): Promise<void>
}

/** Answers under way are waited for so long: slow clients would hold the stop, and one of its five seconds is left. */
const patienceMs = 4000
/** So long may an answer take: a backtest a minute, after others */
const answerSeconds = 240
/** Behind megabytes in the system's buffer a slow line shows no progress for half a minute */
const downloadSeconds = 60
/** How often it is looked whether they have ended; no event says so */
const lookMs = 20

/** @returns what takes it back */
export type After = (ms: number, run: () => void) => () => void

const systemAfter: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export interface HttpServerOptions {
  after?: After
  /** How long a connection may say nothing, unless it waits for an answer */
  idleSeconds?: number | undefined
  /** Answers requests for which nothing is mounted yet; 404 unless given */
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
    // Two servers must never share a port unnoticed.
    reusePort: false,
    development: false,
    idleTimeout: idleSeconds,
    websocket: websocket ?? {},
    fetch: (request: Request, listening: PortServer & { timeout(request: Request, seconds: number): void }) => {
      // A Host header that is no host leaves a request without an address that anything could read. Several come joined.
      if (!URL.canParse(request.url) || request.headers.get('host')?.includes(','))
        return new Response('The Host header is malformed.\n', { status: 400 })
      const pathAt = request.url.indexOf('/', 8)
      const handler = handlers.find(({ path }) => request.url.startsWith(path, pathAt))
      const made = handler ? handler.fetch(request, listening) : otherwise(request)
      const answer = isDraining ? asLast(made) : made
      if (answer instanceof Promise) {
        // What takes its time, as a backtest in a queue, sends nothing meanwhile.
        listening.timeout(request, answerSeconds)
        // From then on it is the client who says nothing: a stream that waits for us sends a sign of life every five seconds.
        const isMade = (made: Response | undefined) => {
          if (made) listening.timeout(request, made.headers.has('content-disposition') ? downloadSeconds : idleSeconds)
        }
        answer.then(isMade, () => undefined)
      }
      return answer
    },
  })
  // On Node the port is open a moment later.
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
      // Whoever has not even asked a whole question is not waited for.
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

/** Settles when every answer under way has been sent, or patience is over. */
async function answersSent(server: { readonly pendingRequests: number }, after: After): Promise<void> {
  let isPatient = true
  const cancel = after(patienceMs, () => {
    isPatient = false
  })
  while (isPatient && server.pendingRequests > 0) await Bun.sleep(lookMs)
  cancel()
}
