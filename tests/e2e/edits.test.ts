import { describe, test } from 'bun:test'
import { expect, openSite } from './browser.ts'
import { samplePaths, sampleTexts } from './sample-texts.ts'

const file = 'en/docs/1.start/82.quokka.md'

describe('in development', () => {
  const site = openSite({ files: sampleTexts, isDev: true })

  test('an open page shows an edit of its text automatically and keeps its scroll position', async () => {
    const page = await site.visit('/en/docs')
    const listening = page.waitForResponse('**/_dev/changes')
    await page.goto(site.url(samplePaths.animal))
    await listening
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }))
    const text = await site.read(file)
    for (const weight of ['four', 'five']) {
      const again = page.waitForResponse('**/_dev/changes')
      await site.write(file, text.replace('three kilograms', `${weight} kilograms`))
      await expect(page.getByText(`A quokka weighs ${weight} kilograms.`)).toBeVisible()
      await again
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(200)
    }
  })

  test('the sandbox shows events, changes props, and enlarges its box', async () => {
    const page = await site.visit('/en/_sandbox/color-picker')
    const area = page.getByRole('slider', { name: 'Saturation and brightness' })
    // Waits until the color picker is hydrated.
    await expect(page.locator('.color-picker')).toHaveAttribute('style', /--color-h/)
    await area.press('Home')
    const events = page.getByRole('log').getByRole('listitem')
    await expect(events).toHaveText([/^color-change .*"a":0.5.*"s":0/, /^color-input /])
    await page.getByLabel('Props, JSON').fill('{"color": "#00ff00"}')
    await expect(page.getByRole('textbox', { name: 'Color code' })).toHaveValue('#00ff00')
    const box = await page.locator('.sandbox-frame').boundingBox()
    if (!box) throw new Error('The box is not on the page')
    await expect(page.locator('output')).toHaveText('300 × 400')
    await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 96, box.y + box.height + 16)
    await page.mouse.up()
    await expect(page.locator('output')).toHaveText('400 × 420')
  })
})

describe('in production', () => {
  const site = openSite({ files: sampleTexts })

  test('an edit appears on the next request', async () => {
    const page = await site.visit(samplePaths.animal)
    await expect(page.getByText('A quokka weighs three kilograms.')).toBeVisible()
    const text = await site.read(file)
    await site.write(file, text.replace('three kilograms', 'six kilograms'))
    const edited = page.getByText('A quokka weighs six kilograms.')
    await expect
      .poll(async () => {
        await page.reload()
        return edited.isVisible()
      })
      .toBe(true)
  })

  test('a page with a syntax error keeps its last valid version', async () => {
    const page = await site.visit(samplePaths.blocks)
    const blocks = 'en/docs/1.start/80.sample-blocks.md'
    const text = await site.read(blocks)
    await site.write(blocks, text.replace('title: "Sample blocks"', 'title: "Sample blocks'))
    await site.write(file, `${await site.read(file)}\nIt smiles.\n`)
    await page.goto(site.url(samplePaths.animal))
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText('It smiles.').isVisible()
      })
      .toBe(true)
    await page.goto(site.url(samplePaths.blocks))
    await expect(page.getByRole('heading', { level: 1, name: 'Sample blocks' })).toBeVisible()
    expect(await site.read(blocks)).toContain('title: "Sample blocks\n')
  })
})
