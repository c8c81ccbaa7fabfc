import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error: the package has no types.
import Server from '@20minutes/s3rver'

/** The parts of a request that Koa, the base of the server, passes to middleware */
interface S3Context {
  path: string
  query: Record<string, string>
  req: IncomingMessage
}

type S3Middleware = (context: S3Context, next: () => Promise<void>) => Promise<void>

interface S3Program {
  middleware: S3Middleware[]
  run(): Promise<{ port: number }>
  close(): Promise<void>
}

export interface S3Server {
  /** Environment variables that point the program at this server */
  env: Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>
  client: Bun.S3Client
  /** Lists all keys in the bucket, in order */
  keys(): Promise<string[]>
  /** Sets a function that sees each request before the server; it may delay or abort the request. */
  before(look: (request: S3Context) => Promise<void> | void): void
  close(): Promise<void>
}

/** The only access key that the server accepts */
const key = 'S3RVER'

/**
 * Corrects the server's signature check. The server signs a bucket URL without its trailing slash, which the client
 * sends and signs as SigV4 requires
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). Setting these fields
 * makes it sign the path as sent.
 */
const signSlash: S3Middleware = (context, next) => {
  if (/^\/[^/]+\/$/.test(context.path))
    Object.assign(context, { state: { vhost: true, service: 's3' }, mountPath: '/' })
  return next()
}

/** Starts an S3 server that checks signatures, in this process. */
export async function startS3(bucket: string): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'kurs-s3-'))
  const configureBuckets = [{ name: bucket, configs: [] }]
  const server: S3Program = new Server({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  let look: (request: S3Context) => Promise<void> | void = () => {}
  server.middleware.unshift(async (context, next) => {
    await look(context)
    await next()
  })
  // Inserts the fix before the last middleware, which routes requests and checks signatures.
  server.middleware.splice(-1, 0, signSlash)
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const region = 'us-east-1'
  const client = new Bun.S3Client({ endpoint, region, bucket, accessKeyId: key, secretAccessKey: key })
  return {
    env: { S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: key, S3_SECRET_ACCESS_KEY: key },
    client,
    keys: async () => ((await client.list()).contents ?? []).map((object) => object.key).sort(),
    before: (next) => {
      look = next
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
