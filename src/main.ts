import { start } from './main/start.ts'

await start()
