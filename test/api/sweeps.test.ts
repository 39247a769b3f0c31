import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../shared/api/registry.ts';
import { allScopes } from '../../shared/auth/scopes.ts';
import { roles } from '../../shared/auth/caller.ts';
import { logDelivery } from '../deliveries/delivery-log.ts';
import { createClient, type Client } from '../support/client.ts';
import { feedbackOf } from '../support/feedback.ts';
import { planner } from '../support/planning.ts';
import { sampleRequest, type Ids } from '../support/sample.ts';
import { sharedService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { webhookApi } from '../webhooks/webhook-api.ts';

/** Generated from the registry: an operation that is added is swept without a line here. */
const guarded = allOperations.filter(({ scopes }) => scopes !== null);
const inWorkspace = guarded.filter(({ path }) => path.includes('{workspaceId}'));

/** What is named by these belongs to the whole workspace, not to a team. */
const ofWorkspace = new Set([
  ...['memberId', 'tokenId', 'serviceAccountId', 'keyId'],
  ...['portalId', 'itemId', 'feedbackCommentId', 'updateId'],
  ...['webhookId', 'deliveryId'],
]);

/** A workspace with one of everything that a path or a body can name, in a private team. */
async function furnish() {
  const workspace = await newWorkspace();
  const team = await workspace.team({ private: true });
  const owner = await workspace.person('admin', [team]);
  const story = await createStoryAs(owner.client, workspace, { teamId: team.id });
  const fields = { workspaceId: workspace.id, teamId: team.id, name: 'Private', color: '#4f46e5' };
  const label = await workspace.operator.createLabel(fields);
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const comment = (await owner.client.post(path, { content: 'A comment' })).json.data;
  const plan = planner(workspace, owner.client);
  const [sprint, objective] = [await plan.sprint(team), await plan.objective(team)];
  const keyResult = await plan.keyResult(objective);
  const token = await workspace.tokenFor(owner.id);
  const feedback = feedbackOf(workspace, owner.client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const said = await feedback.comment(portal, item, owner);
  const update = await feedback.update(portal);
  const account = await workspace.serviceAccount([team]);
  const keys = await workspace.operator.listTokens(workspace.id, account.id);
  const webhook = await webhookApi(workspace, owner.client).create();
  const delivery = await logDelivery(workspace.database, webhook);
  const ids: Ids = {
    workspaceId: workspace.id,
    teamId: team.id,
    storyId: story.id,
    reference: story.reference,
    commentId: comment.id,
    memberId: owner.id,
    labelId: label.id,
    tokenId: token.credential.id,
    serviceAccountId: account.id,
    keyId: keys[0]!.id,
    statusId: story.statusId,
    sprintId: sprint.id,
    objectiveId: objective.id,
    keyResultId: keyResult.id,
    portalId: portal.id,
    boardId: portal.boards[0]!.id,
    itemId: item.id,
    feedbackCommentId: said.id,
    updateId: update.id,
    webhookId: webhook.id,
    deliveryId: delivery.id,
  };
  return { workspace, owner, ids };
}

let workspace: TestWorkspace;
let ids: Ids;
let owner: Person;
let foreignIds: Ids;
let stranger: Client;

beforeAll(async () => {
  ({ workspace, ids, owner } = await furnish());
  ({ ids: foreignIds } = await furnish());
  stranger = (await workspace.person('admin', [await workspace.team()])).client;
});

function send(
  client: Client,
  operation: (typeof guarded)[number],
  wanted: Ids,
  query: Record<string, string> = {},
) {
  const { path, ...body } = sampleRequest(operation, wanted);
  const headers = { 'idempotency-key': newKey() };
  return client.request(operation.method, path, { ...body, headers, query });
}

const errorOf = (answer: Awaited<ReturnType<typeof send>>) => [answer.status, answer.json.error?.code];

describe.each(guarded.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('answers 401 without a token, and to one that is not ours', async () => {
    const anonymous = createClient(sharedService().baseUrl);
    expect(errorOf(await send(anonymous, operation, ids))).toEqual([401, 'authentication_required']);
    const forger = createClient(sharedService().baseUrl, `plt_pat_${'A'.repeat(112)}`);
    expect(errorOf(await send(forger, operation, ids))).toEqual([401, 'invalid_credential']);
  });

  if (operation.scopes!.length > 0)
    test('answers 403 when any of its scopes is missing', async () => {
      for (const missing of operation.scopes!) {
        const client = await workspace.clientFor(owner.id, {
          scopes: allScopes.filter((scope) => scope !== missing),
        });
        const answer = await send(client, operation, ids);
        expect(errorOf(answer)).toEqual([403, 'insufficient_scope']);
        expect(answer.json.error.missingScopes).toEqual([missing]);
      }
    });

  if (!operation.principals.includes('serviceAccount'))
    test('answers 403 to a service account', async () => {
      const { client } = await workspace.serviceAccount();
      expect(errorOf(await send(client, operation, ids))).toEqual([403, 'principal_not_supported']);
    });

  if (operation.role !== 'guest')
    test('answers 403 to every weaker role', async () => {
      for (const role of roles.slice(0, roles.indexOf(operation.role))) {
        const { client } = await workspace.person(role);
        const code = operation.role === 'admin' ? 'admin_required' : 'principal_not_supported';
        expect(errorOf(await send(client, operation, ids))).toEqual([403, code]);
      }
    });
});

describe.each(inWorkspace.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test('answers 403 for another workspace, whether or not it exists', async () => {
    for (const workspaceId of [foreignIds['workspaceId']!, '01900000-0000-7000-8000-000000000000']) {
      const answer = await send(owner.client, operation, { ...ids, workspaceId });
      expect(errorOf(answer)).toEqual([403, 'workspace_mismatch']);
    }
  });

  const ownPathNames = Object.keys(operation.input.path.shape).filter((name) => name !== 'workspaceId');

  if (ownPathNames.length > 0)
    test("answers 404 for another workspace's ids in one's own path", async () => {
      for (const name of ownPathNames) {
        const wanted = { ...ids, [name]: foreignIds[name]! };
        expect(errorOf(await send(owner.client, operation, wanted)), name).toEqual([404, 'not_found']);
      }
    });

  if (ownPathNames.some((name) => !ofWorkspace.has(name)))
    test('answers 404 for what is in a private team of others, also to an admin', async () => {
      expect(errorOf(await send(stranger, operation, ids))).toEqual([404, 'not_found']);
    });

  if ('teamId' in operation.input.query.shape)
    test('answers 404 for a team that is not visible', async () => {
      expect(errorOf(await send(stranger, operation, ids, { teamId: ids['teamId']! }))).toEqual([
        404,
        'not_found',
      ]);
      const answer = await send(owner.client, operation, ids, { teamId: foreignIds['teamId']! });
      expect(errorOf(answer)).toEqual([404, 'not_found']);
    });
});
