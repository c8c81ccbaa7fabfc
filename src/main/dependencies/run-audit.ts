import { judgeAudit } from './audit.ts'

/*
 * `bun run audit`: ends with 1 where a dependency has a vulnerability that is high or critical. With `--tell`, as in
 * `test:full`, it only says so: what is published tomorrow makes no change of today wrong.
 */

/** ms: a registry that takes the question and says nothing */
const patience = 20_000

const child = Bun.spawn([process.execPath, 'audit', '--json'], { stdout: 'pipe', stderr: 'pipe', timeout: patience })
const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
const { status, message } = judgeAudit({ stdout, stderr })
process.stdout.write(`${message}\n`)
process.exitCode = process.argv.includes('--tell') ? 0 : status
