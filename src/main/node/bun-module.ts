/** Replaces Bun's Redis client, which Node does not have. */
export class RedisClient {
  constructor() {
    throw new Error('REDIS_URL needs Bun: run this process with it, or leave REDIS_URL out.')
  }
}
