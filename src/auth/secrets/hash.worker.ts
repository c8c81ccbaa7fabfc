/* Hashes one password at a time on this thread: the runtime's own thread pool has one thread per processor and
   compresses responses. */

export type HashTask =
  /** Task to hash a password; `memoryCost` is in KiB */
  | { kind: 'hash'; password: string; cost: Record<'memoryCost' | 'timeCost', number> }
  | { kind: 'verify'; password: string; hash: string }

export type HashReply =
  | { kind: 'hashed'; hash: string }
  | { kind: 'verified'; isRight: boolean }
  | { kind: 'failed'; message: string }

addEventListener('message', ({ data }: MessageEvent<HashTask>) => {
  try {
    postMessage(run(data))
  } catch (error) {
    postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) } satisfies HashReply)
  }
})

function run(task: HashTask): HashReply {
  const { password } = task
  if (task.kind === 'verify') return { kind: 'verified', isRight: Bun.password.verifySync(password, task.hash) }
  return { kind: 'hashed', hash: Bun.password.hashSync(password, { algorithm: 'argon2id', ...task.cost }) }
}
