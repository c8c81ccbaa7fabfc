// Imported first on Node: implements the parts of Bun's API that the program uses.
import './polyfills.ts'
import './web-socket.ts'
import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { hashSync, verifySync } from '@node-rs/argon2'
import { NodeWorker } from './node-worker.ts'
import { openFile } from './open-file.ts'
import { serve } from './serve.ts'
import { deepEquals, Hasher, hashOf, randomUUIDv7 } from './values.ts'

const argon2id = 2

interface HashOptions {
  memoryCost: number
  timeCost: number
}

// The only way to get `gc` without a command-line flag; it works in every thread.
setFlagsFromString('--expose-gc')
const collect: (how: { execution: 'sync' | 'async' }) => void = runInNewContext('gc')

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }

// Before Node 23.9 only the active time of a thread's event loop is available, not its processor time.
process.threadCpuUsage ??= () => ({ user: performance.eventLoopUtilization().active * 1000, system: 0 })

Object.assign(globalThis, {
  Worker: NodeWorker,
  Bun: {
    version: `node-${process.versions.node}`,
    CryptoHasher: Hasher,
    deepEquals,
    escapeHTML: (text: unknown) => String(text).replace(/[&<>"']/g, (character) => escaped[character] ?? ''),
    file: openFile,
    gc: (isAwaited: boolean) => collect({ execution: isAwaited ? 'sync' : 'async' }),
    hash: hashOf,
    password: {
      hashSync: (password: string, { memoryCost, timeCost }: HashOptions) =>
        hashSync(password, { algorithm: argon2id, memoryCost, timeCost, parallelism: 1 }),
      verifySync: (password: string, known: string) => verifySync(known, password),
    },
    randomUUIDv7,
    serve,
    // Node returns memory to the system by itself.
    shrink: () => {},
    sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
    stdin: { text: async () => Buffer.concat(await Array.fromAsync(process.stdin)).toString() },
  },
})
