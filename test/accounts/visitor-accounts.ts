import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { createBrowser, type Browser, type Shown } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import type { ClockedService } from '../support/clocked-service.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { askForCode, codeIn, codeMail } from './code-mail.ts';
import { startPortalMailService } from './mail-service.ts';

interface Own {
  service: ClockedService;
  workspace: TestWorkspace;
  admin: Client;
  feedback: Feedback;
  portal: Portal;
  item: FeedbackItem;
  /** The address of a person who has no account yet, for each test another one. */
  email: string;
}

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** For each test of a file a portal, an idea and a visitor, with a service whose clock begins `years` from now. */
export function visitorAccounts(years: number) {
  const own = {} as Own;
  let passed = years;
  beforeAll(async () => {
    own.service = await startPortalMailService();
    own.workspace = await newWorkspace();
    own.admin = (await own.workspace.person('admin')).client;
    own.feedback = feedbackApi(own.workspace, own.admin);
  });
  afterAll(() => own.service.stop());
  beforeEach(async () => {
    own.service.now = new Date(Date.now() + ++passed * YEAR_MS);
    own.portal = await own.feedback.portal();
    own.item = await own.feedback.item(own.portal);
    own.email = `${randomUUID()}@example.com`;
  });

  const home = () => `/portals/${own.portal.slug}/feedback`;
  const itemPath = () => `${home()}/items/${own.item.slug}`;
  const newBrowser = () => createBrowser(own.service.baseUrl);
  const pathOf = ({ url }: Shown) => new URL(url).pathname;

  async function enterCode(browser: Browser): Promise<Shown> {
    const code = codeIn((await codeMail(own.service, browser))!);
    return await browser.submit(await browser.open('/sign-in/code'), '/sign-in/code', { code });
  }
  async function signInByCode(browser = newBrowser(), start = '/sign-in') {
    await askForCode(browser, own.email, start);
    return { browser, shown: await enterCode(browser) };
  }
  const setPassword = async (browser: Browser, password: string, more: Record<string, string> = {}) =>
    await browser.submit(await browser.open('/account/password'), '/account/password', {
      password,
      again: password,
      ...more,
    });
  return { own, home, itemPath, newBrowser, pathOf, enterCode, signInByCode, setPassword };
}
