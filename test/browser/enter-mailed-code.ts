import type { Page } from 'playwright-core';
import { mailedCode } from '../support/mailed-code.ts';

/** Types the code that was mailed into the page that asks for it, once that page's script is there to send it. */
export async function enterMailedCode(page: Page, baseUrl: string, email: string): Promise<void> {
  const field = page.getByLabel('Code');
  await field.waitFor();
  await page.waitForLoadState('load');
  await field.fill(await mailedCode(baseUrl, email));
}
