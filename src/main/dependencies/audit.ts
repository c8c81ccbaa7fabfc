import { z } from 'zod'

const severities = ['low', 'moderate', 'high', 'critical'] as const
/** Severities of advisories that fail the audit */
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
  /** Exit status: 1 when an advisory fails the audit */
  status: 0 | 1
  message: string
}

/**
 * Evaluates the output of `bun audit --json`. Some registries do not support audits: then the message says that nothing
 * was checked, and the audit passes.
 */
export function judgeAudit({ stdout, stderr }: AuditOutput): AuditVerdict {
  const found = readJson(stdout)
  if (!found) {
    const reason = stderr.trim() || 'no answer'
    return { status: 0, message: `NOT CHECKED: the registry did not answer the audit request (${reason}).` }
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
