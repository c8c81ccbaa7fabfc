import { beforeEach, describe, expect, test } from 'bun:test'
import type { Drawing, DrawingKind } from './drawing.ts'
import { createGestures, type Gestures } from './gestures.ts'
import type { Projection } from './projection.ts'

/** Projection in which one px is a second and a unit of price; prices grow upwards. */
const projection: Projection = {
  xOf: (time) => time / 1000,
  timeOf: (x) => x * 1000,
  yOf: (price) => 400 - price,
  priceOf: (y) => 400 - y,
  width: 800,
  height: 400,
}

let drawings: Drawing[]
let tool: DrawingKind | undefined
let selected: string | undefined
let preview: Drawing | undefined
let gestures: Gestures

beforeEach(() => {
  drawings = []
  tool = selected = preview = undefined
  let ids = 0
  gestures = createGestures({
    projection: () => projection,
    drawings: () => drawings,
    tool: () => tool,
    style: () => ({ color: '#1bc7b1' }),
    newId: () => `drawing ${++ids}`,
    // In this fake chart, candles are ten px apart.
    snap: ({ x, y }) => [Math.round(x / 10) * 10_000, 400 - y],
    spacing: () => 10,
    preview: (drawing) => {
      preview = drawing
    },
    select: (id) => {
      selected = id
    },
    keep: (drawing) => {
      drawings = [...drawings.filter(({ id }) => id !== drawing.id), drawing]
    },
    finish: () => {
      tool = undefined
    },
  })
})

function click(x: number, y: number) {
  gestures.down({ x, y }, 6)
  gestures.up({ x, y })
}

function drag(from: [number, number], ...to: [number, number][]) {
  gestures.down({ x: from[0], y: from[1] }, 6)
  for (const [x, y] of to) gestures.move({ x, y })
  const [x, y] = to.at(-1) ?? from
  gestures.up({ x, y })
}

describe('a line', () => {
  test('is drawn by two clicks', () => {
    tool = 'line'
    click(101, 300)
    gestures.move({ x: 150, y: 200 })
    expect(preview?.points).toEqual([
      [100_000, 100],
      [150_000, 200],
    ])
    expect(drawings).toEqual([])
    click(203, 100)
    expect(drawings[0]?.points).toEqual([
      [100_000, 100],
      [200_000, 300],
    ])
    expect([selected, tool, preview]).toEqual(['drawing 1', undefined, undefined])
  })

  test('is drawn by one drag', () => {
    tool = 'line'
    drag([100, 300], [150, 250], [200, 200])
    expect(drawings[0]?.points).toEqual([
      [100_000, 100],
      [200_000, 200],
    ])
  })

  test('is not drawn by a double click: it still needs its second point', () => {
    tool = 'line'
    click(100, 300)
    click(101, 300)
    expect(drawings).toEqual([])
    click(200, 200)
    expect(drawings[0]?.points).toEqual([
      [100_000, 100],
      [200_000, 200],
    ])
  })

  test('that is canceled leaves nothing', () => {
    tool = 'line'
    click(100, 300)
    expect(gestures.cancel()).toBe(true)
    expect(gestures.cancel()).toBe(false)
    expect([drawings, preview]).toEqual([[], undefined])
    expect(tool).toBe('line')
  })
})

test('a level needs one click', () => {
  tool = 'level'
  click(104, 250)
  expect(drawings).toEqual([
    {
      id: 'drawing 1',
      kind: 'level',
      color: '#1bc7b1',
      points: [
        [100_000, 150],
        [100_000, 150],
      ],
    },
  ])
})

describe('an existing rectangle', () => {
  beforeEach(() => {
    tool = 'rectangle'
    drag([100, 300], [200, 200])
  })

  test('is moved by whole candles when dragged from inside', () => {
    drag([150, 250], [163, 220])
    expect(drawings[0]?.points).toEqual([
      [110_000, 130],
      [210_000, 230],
    ])
  })

  test('is resized when dragged by a corner', () => {
    drag([101, 201], [80, 150])
    expect(drawings[0]?.points).toEqual([
      [80_000, 100],
      [200_000, 250],
    ])
  })

  test('does not move when the pointer trembles during a click', () => {
    const [before] = drawings
    drag([150, 250], [152, 252])
    expect(drawings[0]).toBe(before)
    expect(selected).toBe('drawing 1')
  })

  test('stays where it was when the move is canceled', () => {
    const [before] = drawings
    gestures.down({ x: 150, y: 250 }, 6)
    gestures.move({ x: 190, y: 250 })
    expect(preview?.points[0][0]).toBe(140_000)
    gestures.cancel()
    gestures.up({ x: 190, y: 250 })
    expect(drawings[0]).toBe(before)
  })

  test('is deselected by a press beside it, which the chart handles', () => {
    expect(gestures.down({ x: 300, y: 50 }, 6)).toBe(false)
    expect(gestures.move({ x: 310, y: 50 })).toBe(false)
    expect(selected).toBeUndefined()
  })
})
