import { useEffect, useState } from 'react'

/** Loads the code of `later.ts` once it is needed. Undefined until then; a failure is reported, and the part stays away. */
export function useLater(isNeeded = true): typeof import('./later.ts') | undefined {
  const [code, setCode] = useState<typeof import('./later.ts')>()
  useEffect(() => {
    if (isNeeded) import('./later.ts').then(setCode, reportError)
  }, [isNeeded])
  return code
}
