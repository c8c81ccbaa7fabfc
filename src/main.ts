import { start } from './main/start.ts'

// Whoever reads what is said may leave before its end: `user list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await start()
