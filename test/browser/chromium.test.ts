import { expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';

test('pages are drawn with the fonts of the npm package, whatever fonts the machine has', async () => {
  const chromium = await startChromium();
  try {
    const page = await chromium.newPage();
    for (const family of ['serif', 'sans-serif', 'monospace', 'system-ui', 'Liberation Sans']) {
      await page.setContent(`<p style="font-family: ${family}">Plotline</p>`);
      const session = await page.context().newCDPSession(page);
      const { root } = await session.send('DOM.getDocument');
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
      await session.send('CSS.enable');
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      expect(fonts.map(({ familyName }) => familyName)).toEqual(['Open Sans']);
    }
  } finally {
    await chromium.close();
  }
});
