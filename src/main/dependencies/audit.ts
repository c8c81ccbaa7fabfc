import { z } from 'zod'

const severities = ['low', 'moderate', 'high', 'critical'] as const
/** From this on an advisory stops a change */
const stopping: readonly string[] = ['high', 'critical']

const advisories = z.record(
  z.string(),
  z.array(z.object({ title: z.string(), url: z.string(), severity: z.enum(severities).catch('critical') })),
)

export interface AuditOutput {
  stdout: string
  stderr: string
}

export interface AuditVerdict {
  /** 1 where something stops a change */
  status: 0 | 1
  message: string
}

/**
 * What `bun audit --json` has found. Registries that answer no such question are no fault of a change: that nothing was
 * checked is said, and stops nobody.
 */
export function judgeAudit({ stdout, stderr }: AuditOutput): AuditVerdict {
  const found = readJson(stdout)
  if (!found) {
    const reason = stderr.trim() || 'no answer'
    return { status: 0, message: `NOT CHECKED: the registry answers no audit (${reason}).` }
  }
  const all = Object.entries(found).flatMap(([name, list]) => list.map((one) => ({ name, ...one })))
  const lines = all.map(({ name, severity, title, url }) => `${severity}: ${name}: ${title}, ${url}`)
  const isStopped = all.some(({ severity }) => stopping.includes(severity))
  return { status: isStopped ? 1 : 0, message: lines.length > 0 ? lines.join('\n') : 'No known vulnerabilities.' }
}

function readJson(text: string): z.infer<typeof advisories> | undefined {
  try {
    return advisories.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
