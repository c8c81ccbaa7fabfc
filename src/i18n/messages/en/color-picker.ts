import type { colorPicker as ru } from '../ru/color-picker.ts'
import type { Shape } from '../shape.ts'

export const colorPicker = {
  title: 'Colour picker',
  area: 'Saturation and brightness',
  areaValue: 'saturation {{s}}%, brightness {{v}}%',
  hue: 'Hue',
  hueValue: '{{h}}°',
  alpha: 'Opacity',
  alphaValue: '{{a}}%',
  notation: 'Colour format',
  hex: 'Colour code',
  red: 'Red',
  green: 'Green',
  blue: 'Blue',
  saturation: 'Saturation',
  brightness: 'Brightness',
  swatches: 'Preset colours',
  recent: 'Recent colours',
  transparent: 'Transparent',
  pipette: 'Pick a colour from the screen',
  noColor: 'Not a valid colour',
} satisfies Shape<typeof ru>
