import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newProposing } from '../proposals/proposal-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { signedIn } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { setSession } from '../support/set-session.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { assertPage, openWindow, phone, viewsOf, type View } from './page-checks.ts';

const service = sharedService();
let browser: Browser;
let cookies: Record<'lead' | 'author', ReadonlyMap<string, string>>;
/** The pages of an open proposal, one of which a part was accepted, and a rejected one. */
let paths: Record<string, string>;
let list: string;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const proposing = await newProposing(workspace, [await workspace.team({ name: 'Harbour' })]);
  const { team, lead, author, client, api } = proposing;
  list = `/teams/${team.id}/proposals`;
  const stories = storyApi(workspace, lead.client);
  const plan = planningApi(workspace, lead.client);
  const sprint = await plan.sprint(team, { name: 'Before the ice' });
  const objective = await plan.objective(team);

  /** Proposes changes of several kinds in one proposal, and returns its id. */
  async function propose(title: string): Promise<string> {
    const set = { 'change-set': randomUUID() };
    const write = async (path: string, body: object) =>
      (await client.post(`${workspace.path}/${path}`, body, { ...set, 'idempotency-key': newKey() })).json;
    const text = 'The pier creaks where the ferry lands.\nBoards are loose.\nNails are rusty.\n';
    const [pier, gone] = [
      await stories.create({ teamId: team.id, title, description: text }),
      await stories.create({ teamId: team.id, title: 'W'.repeat(160) }),
    ];
    const { proposal } = (
      await client.patch(
        `${workspace.path}/stories/${pier.id}`,
        {
          expectedUpdatedAt: pier.updatedAt,
          title: `${title} before winter`,
          description: text.replace('loose', 'loose, and two are missing'),
          assigneeId: lead.id,
          priority: 'urgent',
          sprintId: sprint.id,
          endDate: '2026-12-24T00:00:00.000Z',
        },
        set,
      )
    ).json;
    await write('stories', { teamId: team.id, title: 'Buy nails', parentId: pier.id, estimateValue: 3 });
    await write(`stories/${pier.id}/comments`, { content: 'The nails have to be **stainless**.' });
    await write('key-results', {
      objectiveId: objective.id,
      name: 'Boards replaced',
      measurementType: 'number',
      targetValue: 120,
    });
    await client.delete(`${workspace.path}/stories/${gone.id}`, set);
    if (title === 'Mend the quay') await stories.change(pier, { title: 'Mend the old quay' });
    return proposal.id;
  }

  const [open, partly, rejected] = [
    await propose('Mend the pier'),
    await propose('Mend the quay'),
    await propose('Paint the crane'),
  ];
  const { changes } = (await api.get(partly)).json.data;
  await api.accept(partly, { changes: changes.slice(0, 3).map(({ id }: { id: string }) => id) });
  await api.reject(rejected, { reason: 'The crane is sold in January. Leave it as it is.' });
  paths = {
    list,
    empty: `${list}?status=expired`,
    open: `${list}/${open}`,
    partly: `${list}/${partly}?done=some`,
    rejected: `${list}/${rejected}`,
  };
  const sessions = [await signedIn(service, workspace, lead), await signedIn(service, workspace, author)];
  cookies = { lead: sessions[0]!.cookies, author: sessions[1]!.cookies };
});
afterAll(() => browser.close());

async function withPage(
  who: 'lead' | 'author',
  view: View,
  options: Parameters<typeof openWindow>[2],
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const { context, page, complaints } = await openWindow(browser, view, options);
  await setSession(context, service.baseUrl, cookies[who]);
  await act(page);
  expect(complaints).toEqual([]);
  await context.close();
}

describe.each(viewsOf('proposals'))('at $width pixels, $colorScheme,', (view) => {
  test.each(['en', 'de', 'ar'])('the pages of proposals have no fault and fit, in %s', async (locale) => {
    await withPage('lead', view, { locale }, async (page) => {
      for (const [name, path] of Object.entries(paths)) {
        const answer = await page.goto(`${service.baseUrl}${path}`);
        expect([name, answer?.status()]).toEqual([name, 200]);
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        expect(await page.locator('h1').count()).toBe(1);
        await assertPage(page, `proposals-${name}-${locale}`, view);
      }
    });
    await withPage('author', view, { locale }, async (page) => {
      await page.goto(`${service.baseUrl}${paths['open']}`);
      await assertPage(page, `proposals-own-${locale}`, view);
    });
  });
});

test('the pages of proposals fit at 320 pixels, which is a desk at 400 %', async () => {
  await withPage('lead', { width: 320, colorScheme: 'light' }, {}, async (page) => {
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(`${service.baseUrl}${path}`);
      await assertPage(page, `proposals-${name}`, { width: 320, colorScheme: 'light' });
    }
  });
});

test('a lead comes from the board to a proposal, leaves a change out and accepts the rest, by keyboard alone and without script', async () => {
  await withPage('lead', phone, { javaScriptEnabled: false }, async (page) => {
    const press = async (locator: string) => {
      await page.locator(locator).focus();
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
      await page.waitForLoadState();
    };
    await page.goto(`${service.baseUrl}${list.replace('/proposals', '')}`);
    await press(`.tabs a[href="${list}"]`);
    await press(`a[href="${paths['open']}"]`);
    await press('.proposal a[href="#decision"]');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Accept ticked changes');
    const boxes = page.getByRole('checkbox');
    expect(await boxes.count()).toBe(5);
    await page.getByRole('checkbox', { name: /^Delete · Story/ }).focus();
    await page.keyboard.press('Space');
    await press('#accept button');
    expect(await page.locator('[role=status]').innerText()).toBe('The changes are made.');
    expect(await page.locator('.change .status').allInnerTexts()).toEqual([
      ...Array<string>(4).fill('Applied'),
      'Not accepted',
    ]);
  });
});
