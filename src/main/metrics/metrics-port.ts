import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config.ts'
import { answerMetrics } from '../../ops/metrics/metrics-routes.ts'
import { paths } from '../../paths.ts'
import { watchDisk } from './domain-metrics.ts'
import type { ProcessMetrics } from './open-metrics.ts'

export interface MetricsPort {
  port: number | undefined
  close(): Promise<void>
}

interface MetricsOptions {
  config: Config
  metrics: Pick<ProcessMetrics, 'registry'>
}

/** Opens `METRICS_ADDRESS`, which serves only metrics. @throws ConfigError when it cannot listen there */
export async function openMetricsPort({ config, metrics }: MetricsOptions): Promise<MetricsPort> {
  watchDisk(metrics.registry, config)
  const { METRICS_ADDRESS: address, METRICS_TOKEN: token } = config
  if (!address) return { port: undefined, close: async () => {} }
  const server = await listen(address, (request) => {
    const isAsked = request.method === 'GET' && URL.parse(request.url)?.pathname === paths.metrics
    if (!isAsked) return new Response('Not found\n', { status: 404 })
    return answerMetrics({ registry: metrics.registry, token }, request.headers)
  })
  return { port: server.port, close: () => server.stop(true) }
}

async function listen(
  { hostname, port }: NonNullable<Config['METRICS_ADDRESS']>,
  fetch: (request: Request) => Response | Promise<Response>,
) {
  try {
    // Awaits the port, because on Node it opens asynchronously.
    return await Bun.serve({ hostname, port, reusePort: false, development: false, idleTimeout: 30, fetch })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `METRICS_ADDRESS=${hostname}:${port}: it cannot be listened on (${words}).\nEach process needs one of its own on an address of this machine.`,
    )
  }
}
