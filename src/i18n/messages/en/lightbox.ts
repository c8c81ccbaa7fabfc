import type { lightbox as ru } from '../ru/lightbox.ts'
import type { Shape } from '../shape.ts'

export const lightbox = {
  title: 'Image viewer',
  close: 'Close (Esc)',
  zoom: 'Zoom in or out (Z)',
  previous: 'Previous image (←)',
  next: 'Next image (→)',
  play: 'Start slideshow (space)',
  pause: 'Stop slideshow (space)',
  position: ({ number, count }: { number: number; count: number }) => `Image ${number} of ${count}.`,
  imageFailed: "This image couldn't be loaded.",
  retry: 'Try again',
  failed: 'Something went wrong. Please try again later.',
} satisfies Shape<typeof ru>
