import type { offline as ru } from '../ru/offline.ts'
import type { Shape } from '../shape.ts'

export const offline = {
  label: 'Documentation without network',
  off: 'The English documentation and blog will open without network, too. It takes a few megabytes.',
  turnOn: 'Keep documentation offline',
  loading: 'Keeping the documentation…',
  stop: 'Stop',
  kept: 'Kept for reading without network: {pages} pages, {size}, as of {date}.',
  keptSearchless:
    'Kept for reading without network: {pages} pages, {size}, as of {date}. This browser cannot search without network: WebAssembly is switched off.',
  turnOff: 'Remove what is kept',
  failed: 'Not kept: the browser or the server refused. Try again later.',
  failedNetwork: 'Not kept: the connection broke off. What has been loaded is not lost.',
  failedSpace: 'Not kept: the browser is short of space. Free some and try again.',
  retry: 'Try again',
  unsupported: 'Reading without network is not available here: it takes HTTPS and a browser that stores site data.',
  title: 'No network',
  description: 'This page is not kept, and the server cannot be reached.',
  heading: 'No connection, and this page is not kept',
  hint: 'Pages that you have kept or opened lately are there without network. This one is not.',
  tryAgain: 'Try again',
  toDocs: 'To the documentation',
  searchless: 'This browser cannot search without network',
  searchlessHint: 'WebAssembly is switched off in it. Pages that are kept open as usual:',
} satisfies Shape<typeof ru>
