import { expect, test } from 'vitest';
import { createBrowser } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { customerClaims, rotateSecret, sendCustomer, signClaims, SITE } from './customer-site.ts';

test('a deleted secret signs no customer in, and its customers are signed out', async () => {
  const { baseUrl } = sharedService();
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal({ embedOrigins: [SITE] });
  const secret = await rotateSecret(admin, feedback, portal);
  const token = () => signClaims(customerClaims(portal), secret);
  const browser = createBrowser(baseUrl);
  expect((await sendCustomer(browser, portal, { token: await token() })).text).toContain('Mia');

  const { status, json } = await admin.client.delete(`${feedback.pathOf(portal)}/customer-secret`);
  expect([status, json.data]).toEqual([200, { id: portal.id, deleted: true }]);
  expect((await browser.open(`/portals/${portal.slug}/feedback`)).text).not.toContain('Mia');
  expect((await sendCustomer(createBrowser(baseUrl), portal, { token: await token() })).status).toBe(403);
});
