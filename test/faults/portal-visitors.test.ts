import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portals/portal.ts';
import { breakAt, breakages, countBreakable, recordCalls } from '../support/breakages.ts';
import { signedIn, type Browser, type Shown } from '../support/browser.ts';
import type { DynamoDbProxy, ProxiedCall } from '../support/dynamodb-proxy.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { sampled, sampledCalls } from '../support/sampling.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** What visitors of a portal send, with every database call of it broken, then sent again as a reload would. */
let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let admin: Person;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
});

const home = () => `/portals/${portal.slug}/feedback`;
const pathOf = (item: FeedbackItem) => `${home()}/items/${item.slug}`;

let visitor: Browser | undefined;
let used = 0;

/** Somebody who has signed in; another before one has sent as much as is allowed. */
async function newVisitor(): Promise<Browser> {
  if (!visitor || used++ % 4 === 0)
    visitor = await signedIn(service, workspace, await workspace.person('guest'));
  return visitor;
}

interface Prepared {
  send: () => Promise<Shown>;
  verify: () => Promise<void>;
}

const writes: Record<string, () => Promise<Prepared>> = {
  async vote() {
    const [item, browser] = [await feedback.item(portal), await newVisitor()];
    const page = await browser.open(pathOf(item));
    return {
      send: () => browser.submit(page, `${pathOf(item)}/vote`, { vote: 'give' }),
      async verify() {
        expect((await feedback.readItem(item)).voteCount).toBe(1);
        expect((await browser.open(pathOf(item))).text).toContain('aria-pressed="true"');
      },
    };
  },
  async 'vote taken back'() {
    const [item, browser] = [await feedback.item(portal), await newVisitor()];
    const page = await browser.open(pathOf(item));
    await browser.submit(page, `${pathOf(item)}/vote`, { vote: 'give' });
    return {
      send: () => browser.submit(page, `${pathOf(item)}/vote`, { vote: 'back' }),
      async verify() {
        expect((await feedback.readItem(item)).voteCount).toBe(0);
        expect((await browser.open(pathOf(item))).text).toContain('aria-pressed="false"');
      },
    };
  },
  async comment() {
    const [item, browser] = [await feedback.item(portal), await newVisitor()];
    const page = await browser.open(pathOf(item));
    const content = newKey();
    return {
      send: () => browser.submit(page, `${pathOf(item)}/comments`, { content }),
      async verify() {
        expect((await feedback.readItem(item)).commentCount).toBe(1);
        const { text } = await browser.open(pathOf(item));
        // Its head has comments too, for search engines.
        expect(text.slice(text.indexOf('<body')).split(content)).toHaveLength(2);
      },
    };
  },
  async suggestion() {
    const [own, browser] = [await feedback.portal(), await newVisitor()];
    const path = `/portals/${own.slug}/feedback/new`;
    const form = await browser.open(path);
    const fields = { title: 'A wish', boardId: own.boards[0]!.id };
    return {
      send: () => browser.submit(form, path, fields),
      async verify() {
        const { data } = (await admin.client.get(`${feedback.pathOf(own)}/items`)).json;
        expect(data.map(({ title }: FeedbackItem) => title)).toEqual(['A wish']);
      },
    };
  },
};

describe.each(Object.entries(writes))('a %s', (name, prepare) => {
  let whole: Promise<ProxiedCall[]> | undefined;

  test.each(sampled(name, 1, breakages))('is carried out once when %s', async (breakage, fault, dies) => {
    const calls = countBreakable(await (whole ??= recordCalls(proxy, prepare)), fault);
    for (const broken of sampledCalls(`${name}, ${breakage}`, 1, calls)) {
      const { send, verify } = await prepare();
      breakAt(proxy, broken, fault, dies);
      const first = await send();
      proxy.reset();
      if (first.status !== 200) {
        expect(first.status, first.text).toBe(503);
        expect((await send()).status).toBe(200);
      }
      await verify();
    }
  });
});
