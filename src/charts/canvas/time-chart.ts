import {
  type ChartOptions,
  createChartEx,
  type DeepPartial,
  defaultHorzScaleBehavior,
  type IChartApi,
  type Time,
  type TimeMark,
} from 'lightweight-charts'

/** The library's time scale, with labels moved inside the axis where an edge would cut them. */
class WholeLabels extends defaultHorzScaleBehavior() {
  override maxTickMarkWeight(marks: TimeMark[]) {
    // The axis asks for this weight with the marks that it is about to draw.
    for (const mark of marks) mark.needAlignCoordinate = true
    return super.maxTickMarkWeight(marks)
  }
}

export function createTimeChart(element: HTMLElement, options: DeepPartial<ChartOptions>): IChartApi {
  return createChartEx<Time, WholeLabels>(element, new WholeLabels(), options)
}
