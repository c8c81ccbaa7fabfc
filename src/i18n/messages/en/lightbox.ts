import type { lightbox as ru } from '../ru/lightbox.ts'
import type { Shape } from '../shape.ts'

export const lightbox = {
  title: 'Picture viewer',
  close: 'Close (Esc)',
  zoom: 'Zoom in or out (Z)',
  previous: 'Previous picture (←)',
  next: 'Next picture (→)',
  play: 'Start slideshow (space)',
  pause: 'Stop slideshow (space)',
  position: ({ number, count }: { number: number; count: number }) => `Picture ${number} of ${count}.`,
  imageFailed: "This image couldn't be loaded. Please try again later.",
  retry: 'Load again',
  failed: 'Something went wrong. Please try again later.',
} satisfies Shape<typeof ru>
