import { judgeAudit } from './audit.ts'

/* `bun run audit`: ends with 1 where a dependency has a vulnerability that is high or critical. */

const child = Bun.spawn([process.execPath, 'audit', '--json'], { stdout: 'pipe', stderr: 'pipe' })
const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
const { status, message } = judgeAudit({ stdout, stderr })
process.stdout.write(`${message}\n`)
process.exitCode = status
