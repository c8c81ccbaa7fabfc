import { paths } from '../paths.ts'

/** Not in the sheet of the app, which everybody has. */
export function SandboxStyles() {
  return <link rel="stylesheet" href={paths.sandboxStyles} />
}
