/** Behaviors of app pages and forms, bundled in one file that pages for reading do not load. */
export { starts } from 'kurs:later-behaviors'
export { showToast } from '../ui/toasts/toasts.browser.ts'
