import type { colorPicker as ru } from '../ru/color-picker.ts'
import type { Shape } from '../shape.ts'

export const colorPicker = {
  title: 'Color picker',
  area: 'Saturation and brightness',
  areaValue: 'saturation {{s}}%, brightness {{v}}%',
  hue: 'Hue',
  hueValue: '{{h}}°',
  alpha: 'Opacity',
  alphaValue: '{{a}}%',
  notation: 'Color format',
  hex: 'Color code',
  red: 'Red',
  green: 'Green',
  blue: 'Blue',
  saturation: 'Saturation',
  brightness: 'Brightness',
  swatches: 'Preset colors',
  recent: 'Recent colors',
  transparent: 'Transparent',
  pipette: 'Pick a color from the screen',
  noColor: 'Not a valid color',
} satisfies Shape<typeof ru>
