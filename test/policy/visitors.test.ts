import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { visitorOperations } from '../../shared/feedback/visitors/index.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { execute } from '../../shared/kernel/api/operation/execute.ts';
import { authenticate } from '../../shared/kernel/auth/authenticate.ts';
import { parseToken } from '../../shared/kernel/auth/token.ts';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import type { Services } from '../../shared/kernel/core/services.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sampled } from '../support/sampling.ts';
import { sharedService } from '../support/service.ts';
import { visitorWrites, type VisitedPlace } from '../support/visitor-writes.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { visitorRules } from './policy.ts';

let workspace: TestWorkspace;
let place: VisitedPlace;

beforeAll(async () => {
  workspace = await newWorkspace();
  const elsewhere = await newWorkspace();
  const admin = await workspace.person('admin');
  const feedback = feedbackApi(workspace, admin.client);
  const newVisitor = async () => {
    const fields = { workspaceId: elsewhere.id, name: 'Ada', email: `${randomUUID()}@example.com` };
    const member = await elsewhere.operator.addMember({ ...fields, role: 'guest' });
    return await signedIn(sharedService(), elsewhere, member);
  };
  place = { service: sharedService(), feedback, portal: await feedback.portal(), admin, newVisitor };
});

test('the policy names every operation of visitors, and no other', () => {
  expect(Object.keys(visitorRules).sort()).toEqual(visitorOperations.map(({ id }) => id).sort());
});

const prepare = async (id: string) => await visitorWrites(place)[id]!();

/** Bans the visitor, by an idea that they post first. */
async function ban(browser: Browser): Promise<void> {
  const { portal, feedback, admin } = place;
  const title = `A wish ${randomUUID()}`;
  const path = `/portals/${portal.slug}/feedback/new`;
  const fields = { title, boardId: portal.boards[0]!.id, after: 'send' };
  await browser.submit(await browser.open(path), path, fields);
  const { data } = (await admin.client.get(`${feedback.pathOf(portal)}/items`, { limit: 100 })).json;
  const { authorId } = data.find((one: FeedbackItem) => one.title === title);
  const answer = await admin.client.post(`${workspace.path}/banned-visitors`, { visitorId: authorId });
  expect(answer.status, answer.text).toBe(201);
}

/** Drawn for each run; `npm run test:long` tries all. */
const tried = sampled('rights of visitors', 6, visitorOperations);

describe.each(tried.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('is carried out once, however often its form is sent', async () => {
    const { send, verify } = await prepare(id);
    const statuses = [await send(), await send()].map(({ status }) => status);
    // What was deleted is gone for who deletes it again.
    expect(statuses).toEqual([200, id === 'deleteOwnItem' ? 404 : 200]);
    await verify();
  });

  test('is refused to a banned person, unless it only takes back what they did', async () => {
    const { browser, send } = await prepare(id);
    await ban(browser);
    const { status } = await send();
    expect(status).toBe(visitorRules[id]!.whenBanned === 'allowed' ? 200 : 403);
    expect(operation.withdraws).toBe(visitorRules[id]!.whenBanned === 'allowed');
  });

  test('is not of an idea that is hidden, nor of a private portal', async () => {
    const { feedback, admin, portal } = place;
    const { send, item } = await prepare(id);
    if (item) {
      const path = `${feedback.pathOf(portal)}/items/${item.id}`;
      await feedback.change(path, (await admin.client.get(path)).json.data, { hidden: true });
      expect((await send()).status).toBe(404);
    }
    const closing = await feedback.portal();
    const write = await visitorWrites({ ...place, portal: closing })[id]!();
    await feedback.change(feedback.pathOf(closing), closing, { visibility: 'private' });
    expect((await write.send()).status).toBe(404);
  });

  test('is refused to every credential, and unknown to the API', async () => {
    const { token, client } = await workspace.person('admin');
    const refused = execute({ database: workspace.database, now: () => new Date() } as Services, {
      operation,
      resolveCaller: (read, now) => authenticate(parseToken(token)!, read, now),
      input: new ApiError('invalid_request', 'Nobody gets to know.'),
      claim: undefined,
      source: null,
    });
    await expect(refused).rejects.toMatchObject({ code: 'principal_not_supported' });
    expect((await client.get('/openapi.json')).text).not.toContain(`"${id}"`);
  });
});
