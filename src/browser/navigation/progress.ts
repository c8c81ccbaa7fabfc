/** ms until somebody who waits is shown that something is on its way */
export const patienceMs = 200

/** A thin bar at the top while the work takes longer than nobody would notice. */
export async function withProgress<Result>(work: Promise<Result>): Promise<Result> {
  const bar = document.createElement('div')
  bar.className = 'page-progress'
  const timer = setTimeout(() => document.body.append(bar), patienceMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    bar.remove()
  }
}
