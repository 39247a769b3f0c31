import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedService, startService, type OwnService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let service: OwnService;

beforeAll(async () => {
  service = await startService({ variables: { DEMO_PORTAL: 'tidepool', DEMO_BOARD: '/_local/demo-board' } });
});
afterAll(() => service.stop());

const homeOf = async (baseUrl: string) =>
  (await fetch(`${baseUrl}/`, { headers: { accept: 'text/html' } })).text();

test('the home page links the portal and the board that the environment names, and none otherwise', async () => {
  const early = await homeOf(service.baseUrl);
  expect(early).not.toContain('/portals/tidepool');
  expect(early).toContain('href="/_local/demo-board"');
  const workspace = await newWorkspace(service);
  const admin = await workspace.person('admin');
  const portal = { name: 'Tidepool', slug: 'tidepool', visibility: 'public' };
  expect((await admin.client.post(`${workspace.path}/portals`, portal)).status).toBe(201);
  const linked = await homeOf(service.baseUrl);
  expect(linked).toContain('href="/portals/tidepool/feedback"');
  expect(linked).toContain('href="/_local/demo-board"');
  const plain = await homeOf(sharedService().baseUrl);
  expect(plain).toContain('<h1>');
  expect(plain).not.toMatch(/demo/);
});
