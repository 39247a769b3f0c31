import { beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';
import { customerClaims, rotateSecret, sendCustomer, signClaims, SITE } from './customer-site.ts';

let admin: Person;
let feedback: Feedback;

beforeAll(async () => {
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
});

test('the secret in use is valid next to the new one, also where several are made in a row; the sixth ends it', async () => {
  const portal = await feedback.portal({ embedOrigins: [SITE] });
  const secrets: string[] = [];
  for (let number = 0; number < 6; number++) secrets.push(await rotateSecret(admin, feedback, portal));
  expect(new Set(secrets).size).toBe(6);
  const statuses = [];
  for (const secret of secrets) {
    const token = await signClaims(customerClaims(portal), secret);
    statuses.push((await sendCustomer(createBrowser(sharedService().baseUrl), portal, { token })).status);
  }
  expect(statuses).toEqual([403, 200, 200, 200, 200, 200]);
});

test('the portal stays as it is, and never shows the secret', async () => {
  const portal = await feedback.portal();
  const secret = await rotateSecret(admin, feedback, portal);
  expect(secret).toMatch(/^pcs_[\w-]{43}$/);
  const { json, text } = await admin.client.get(feedback.pathOf(portal));
  expect(json.data).toEqual(portal);
  expect(text).not.toContain(secret);
});
