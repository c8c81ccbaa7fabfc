/**
 * `bun build-command.ts FOLDER` builds the browser assets into the folder and prints a JSON description of them, which
 * pages need.
 */
import { buildAssets } from './build.ts'

const [folder = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await buildAssets(folder)))
