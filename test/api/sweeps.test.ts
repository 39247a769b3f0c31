import { beforeAll, describe, expect, test } from 'vitest';
import { hasRights } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import { createClient } from '../support/client.ts';
import { newFullWorkspace, outcomeOf, sendSample } from '../support/full-workspace.ts';
import type { Ids } from '../support/sample.ts';
import { sharedService } from '../support/service.ts';
import type { TestWorkspace } from '../support/workspace.ts';

/** Generated from the registry: an operation that is added is swept without a line here. Rights: test/policy. */
const guarded = allOperations.filter(hasRights);
const inWorkspace = guarded.filter(({ path }) => path.includes('{workspaceId}'));

/** What is named by these belongs to the whole workspace, not to a team. */
const ofWorkspace = new Set([
  'memberId',
  'principalId',
  'tokenId',
  'serviceAccountId',
  'keyId',
  'portalId',
  'itemId',
  'feedbackCommentId',
  'reactionId',
  'voteId',
  'visitorId',
  'updateId',
  'imageId',
  'hookId',
  'exportId',
  'jobId',
  'webhookId',
  'deliveryId',
  'timeOffId',
  'busyTimeId',
  'busyFeedId',
  'identityProviderId',
]);

type FullWorkspace = Awaited<ReturnType<typeof newFullWorkspace>>;

let workspace: TestWorkspace;
let ids: Ids;
let foreignIds: Ids;
/** Clients of the whole workspace, and of one who is in another team of it. */
let callerOf: FullWorkspace['callerOf'];
let strangerTo: FullWorkspace['callerOf'];

beforeAll(async () => {
  ({ workspace, ids, callerOf } = await newFullWorkspace());
  ({ ids: foreignIds } = await newFullWorkspace());
  const team = await workspace.team();
  const [admin, agent] = [await workspace.person('admin', [team]), await workspace.serviceAccount([team])];
  strangerTo = ({ principals }) => (principals.includes('user') ? admin : agent).client;
});

describe.each(guarded.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('answers 401 without a token, and to one that is not ours', async () => {
    const anonymous = createClient(sharedService().baseUrl);
    expect(outcomeOf(await sendSample(anonymous, operation, ids))).toEqual([401, 'authentication_required']);
    const forger = createClient(sharedService().baseUrl, `plt_pat_${'A'.repeat(112)}`);
    expect(outcomeOf(await sendSample(forger, operation, ids))).toEqual([401, 'invalid_credential']);
  });
});

describe.each(inWorkspace.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('answers 403 for another workspace, whether or not it exists', async () => {
    for (const workspaceId of [foreignIds['workspaceId']!, '01900000-0000-7000-8000-000000000000']) {
      const answer = await sendSample(callerOf(operation), operation, { ...ids, workspaceId });
      expect(outcomeOf(answer)).toEqual([403, 'workspace_mismatch']);
    }
  });

  // The name of a file is the same in other exports.
  const ownPathNames = Object.keys(operation.input.path.shape).filter(
    (name) => !['workspaceId', 'fileName'].includes(name),
  );

  // Under an id that is free, this creates one.
  if (ownPathNames.length > 0 && operation.id !== 'putIdentityProvider')
    test("answers 404 for another workspace's ids in the caller's own path", async () => {
      for (const name of ownPathNames) {
        const wanted = { ...ids, [name]: foreignIds[name]! };
        expect(outcomeOf(await sendSample(callerOf(operation), operation, wanted)), name).toEqual([
          404,
          'not_found',
        ]);
      }
    });

  if (ownPathNames.some((name) => !ofWorkspace.has(name)))
    test('answers 404 for what is in a private team of others, also to an admin', async () => {
      expect(outcomeOf(await sendSample(strangerTo(operation), operation, ids))).toEqual([404, 'not_found']);
    });

  if ('teamId' in operation.input.query.shape)
    test('answers 404 for a team that is not visible', async () => {
      expect(
        outcomeOf(
          await sendSample(strangerTo(operation), operation, ids, { query: { teamId: ids['teamId']! } }),
        ),
      ).toEqual([404, 'not_found']);
      const answer = await sendSample(callerOf(operation), operation, ids, {
        query: { teamId: foreignIds['teamId']! },
      });
      expect(outcomeOf(answer)).toEqual([404, 'not_found']);
    });
});
