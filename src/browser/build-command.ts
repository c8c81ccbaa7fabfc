/**
 * `bun build-command.ts FOLDER` builds the assets into the folder and prints the data that pages need about them, as
 * JSON.
 */
import { buildAssets } from './build.ts'

const [folder = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await buildAssets(folder)))
