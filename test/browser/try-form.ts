import type { Browser, Locator, Page, Request } from 'playwright-core';
import { sharedService } from '../support/service.ts';
import { openWindow } from './page-checks.ts';

/** The status that a request is answered with, by how many there were. */
export type Answer = (request: Request, count: number) => 'lost' | number;

/** The form of an operation's page, and the requests that it sends, each answered as told. */
export async function openTryForm(browser: Browser, path: string, answer: Answer) {
  const { context, page, complaints } = await openWindow(browser, { width: 360, colorScheme: 'light' });
  await page.goto(`${sharedService().baseUrl}/docs/${path}`);
  const sent: Request[] = [];
  await page.route('**/api/v1/**', async (route) => {
    const status = answer(route.request(), sent.push(route.request()));
    await (status === 'lost' ? route.abort() : route.fulfill({ status, json: { data: { id: 'it' } } }));
  });
  await page.route('**/api/v1/me', (route) => route.fulfill({ json: { data: caller } }));
  // On a phone, the one beside the path.
  await page.getByRole('button', { name: 'Try it' }).first().click();
  return { context, page, complaints, sent, form: page.locator('form.try') };
}

/** Whose token it is. */
export const caller = {
  workspaceId: '019aa0b2-0000-7000-8000-000000000001',
  teamIds: ['019aa0b2-0000-7000-8000-000000000002'],
  scopes: ['stories:read'],
  name: 'Max',
  principalType: 'service_account',
};

/** Types a token, and waits until the form knows whose it is. */
export async function fillIn(page: Page, form: Locator): Promise<void> {
  await form.getByLabel('Token').fill('x');
  await page.keyboard.press('Tab');
  await form.getByText('Acts as Max.').waitFor();
}
