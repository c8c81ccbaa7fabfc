import { judgeAudit } from './audit.ts'

/* `bun run audit` exits with 1 if a dependency has a vulnerability of severity high or critical. With `--tell`, as
   in `test:full`, it only reports the vulnerability: an advisory published tomorrow must not fail the tests of an
   unchanged commit. */

/** Timeout for a registry that accepts the request and never answers, ms */
const patience = 20_000

const child = Bun.spawn([process.execPath, 'audit', '--json'], { stdout: 'pipe', stderr: 'pipe', timeout: patience })
const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
const { status, message } = judgeAudit({ stdout, stderr })
process.stdout.write(`${message}\n`)
process.exitCode = process.argv.includes('--tell') ? 0 : status
