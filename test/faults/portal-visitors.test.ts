import { beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { visitorOperations } from '../../shared/feedback/visitors/index.ts';
import { breakAt, breakages, countBreakable, recordCalls } from '../support/breakages.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import type { DynamoDbProxy, ProxiedCall } from '../support/dynamodb-proxy.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { sampled, sampledCalls } from '../support/sampling.ts';
import { visitorWrites } from '../support/visitor-writes.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

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

let visitor: Browser | undefined;
let used = 0;

/** Somebody who has signed in; another before one has sent as much as is allowed. */
async function newVisitor(): Promise<Browser> {
  if (!visitor || used++ % 4 === 0)
    visitor = await signedIn(service, workspace, await workspace.person('guest'));
  return visitor;
}

const writes = () => visitorWrites({ service, feedback, portal, admin, newVisitor });

test('every operation of visitors is tried', () => {
  expect(Object.keys(writes()).sort()).toEqual(visitorOperations.map(({ id }) => id).sort());
});

/** Drawn for each run; `npm run test:long` tries all. */
const tried = sampled('operations of visitors', 5, visitorOperations);

describe.each(tried.map(({ id }) => id))('%s', (name) => {
  const prepare = async () => await writes()[name]!();
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
        const again = await send();
        // What was deleted is gone for who deletes it again.
        expect([200, ...(name === 'deleteOwnItem' ? [404] : [])]).toContain(again.status);
      }
      await verify();
    }
  });
});
