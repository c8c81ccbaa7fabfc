import {
  type CustomData,
  type CustomSeriesOptions,
  customSeriesDefaultOptions,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type PriceToCoordinateConverter,
  type Time,
} from 'lightweight-charts'

interface OverlayPoint extends CustomData<Time> {
  /** Drawn close of the price series at this point */
  base: number
  value?: number | undefined
}

interface OverlayOptions extends CustomSeriesOptions {
  width: number
}

type Target = Parameters<ICustomSeriesPaneRenderer['draw']>[0]

/**
 * Line of an overlay whose percentages are relative to the first visible price; the library would use the first visible
 * value of each series.
 */
export class OverlayLine implements ICustomSeriesPaneView<Time, OverlayPoint, OverlayOptions> {
  private bars: PaneRendererCustomData<Time, OverlayPoint>['bars'] = []
  private options: OverlayOptions = this.defaultOptions()

  /**
   * Returns the values of a point: the library computes percentages from the last value and fits all values into the
   * price scale.
   */
  priceValueBuilder({ value, base }: OverlayPoint): number[] {
    return value === undefined ? [base] : [value, base]
  }

  isWhitespace(data: Partial<OverlayPoint>): data is CustomData<Time> {
    return data.base === undefined
  }

  update({ bars, visibleRange }: PaneRendererCustomData<Time, OverlayPoint>, options: OverlayOptions): void {
    // One more candle on either side is included, because the line continues beyond the edges.
    this.bars = visibleRange ? bars.slice(Math.max(0, visibleRange.from - 1), visibleRange.to + 1) : []
    this.options = options
  }

  renderer(): ICustomSeriesPaneRenderer {
    return { draw: (target, priceConverter) => this.draw(target, priceConverter) }
  }

  defaultOptions(): OverlayOptions {
    return { ...customSeriesDefaultOptions, width: 1 }
  }

  private draw(target: Target, yOf: PriceToCoordinateConverter): void {
    // The method is bound to another name, because the linter takes the library's `use…` method for a React hook.
    const paint = target.useMediaCoordinateSpace.bind(target)
    paint(({ context }) => {
      context.beginPath()
      let isDrawing = false
      for (const { x, originalData } of this.bars) {
        const y = originalData.value === undefined ? null : yOf(originalData.value)
        if (y === null) isDrawing = false
        else if (isDrawing) context.lineTo(x, y)
        else {
          context.moveTo(x, y)
          isDrawing = true
        }
      }
      context.lineJoin = 'round'
      context.lineWidth = this.options.width
      context.strokeStyle = this.options.color
      context.stroke()
    })
  }
}
