import { paths } from '../paths.ts'

/** Style sheet of the sandbox, separate from the app's style sheet, which every visitor loads. */
export function SandboxStyles() {
  return <link rel="stylesheet" href={paths.sandboxStyles} />
}
