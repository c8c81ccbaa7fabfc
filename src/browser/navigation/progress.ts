/** Delay before progress is shown, ms */
export const patienceMs = 200

/** Shows a thin bar at the top while the work takes longer than `patienceMs`. */
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
