import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import { createBrowser, type Browser } from '../support/browser.ts';
import type { ClockedService } from '../support/clocked-service.ts';
import { addressCode, askForCode, codeIn, codeMail } from './code-mail.ts';
import { startMailService } from './mail-service.ts';

let service: ClockedService;
beforeAll(async () => {
  service = await startMailService();
  service.now = new Date(Date.now() + 700 * 365 * 24 * 60 * 60_000);
});
afterAll(() => service.stop());

const userOf = (address: string) => findUserId(createReader(service.services.database), address);

async function signInByCode(address: string): Promise<Browser> {
  const browser = createBrowser(service.baseUrl);
  await askForCode(browser, address);
  const code = codeIn((await codeMail(service, browser))!);
  await browser.submit(await browser.open('/sign-in/code'), '/sign-in/code', { code });
  return browser;
}

async function move(browser: Browser, to: string) {
  const path = '/account/address';
  await browser.submit(await browser.open(`${path}?another=1`), path, { email: to });
  const code = await addressCode(service, browser);
  return await browser.submit(await browser.open(path), `${path}/code`, { code });
}

test('a person who moves and deletes accounts in turn between two addresses does not become a new person each time', async () => {
  const [email, other] = [`old-${randomUUID()}@example.com`, `new-${randomUUID()}@example.com`];
  const people = new Set<string | undefined>();
  /** Moves to the other address, begins anew with the old one, and deletes what was moved: its votes remain. */
  const turn = async () => {
    service.pass(60 * 60_000);
    const browser = await signInByCode(email);
    people.add(await userOf(email));
    const moved = await move(browser, other);
    await signInByCode(email);
    people.add(await userOf(email));
    const owner = await signInByCode(other);
    await owner.submit(await owner.open('/account'), '/account/delete', { posts: 'keep' });
    return moved;
  };
  expect((await turn()).status).toBe(200);
  expect((await turn()).status).toBe(200);
  const third = await turn();
  expect([third.status, third.text.includes('Sign out, and sign in with this address')]).toEqual([409, true]);
  expect((await turn()).status).toBe(409);
  expect(people.size).toBe(3);
});
