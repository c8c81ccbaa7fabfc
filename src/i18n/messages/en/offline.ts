import type { offline as ru } from '../ru/offline.ts'
import type { Shape } from '../shape.ts'

export const offline = {
  label: 'Offline documentation',
  off: 'Read the English documentation and blog without a network connection. Takes a few megabytes.',
  turnOn: 'Save for offline reading',
  loading: 'Saving documentation…',
  stop: 'Stop',
  kept: 'Saved for offline reading: {pages} pages, {size}, as of {date}.',
  keptSearchless:
    'Saved for offline reading: {pages} pages, {size}, as of {date}. Search is not available offline in this browser because WebAssembly is disabled.',
  turnOff: 'Remove offline copy',
  failed: 'Couldn’t save: the browser or the server refused. Try again later.',
  failedNetwork: 'Couldn’t save: the connection was lost. Downloaded pages are kept.',
  failedSpace: 'Couldn’t save: the browser is out of space. Free some up and try again.',
  retry: 'Try again',
  unsupported: 'Offline reading is not available here: it needs HTTPS and a browser that stores site data.',
  title: 'You are offline',
  description: 'This page is not saved and the server cannot be reached.',
  heading: 'You are offline, and this page is not saved',
  hint: 'Pages you have saved or opened recently work offline. This one is not among them.',
  tryAgain: 'Try again',
  toDocs: 'Go to the documentation',
  searchless: 'This browser cannot search offline',
  searchlessHint: 'WebAssembly is disabled. Saved pages open as usual:',
} satisfies Shape<typeof ru>
