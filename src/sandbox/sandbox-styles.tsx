import { paths } from '../paths.ts'

/** Separate from the app's stylesheet, which every visitor loads. */
export function SandboxStyles() {
  return <link rel="stylesheet" href={paths.sandboxStyles} />
}
