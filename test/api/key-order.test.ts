import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Operation, ResourceOperation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import { allOperations } from '../../shared/surface/registry.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import { feedbackApi, PNG } from '../support/feedback.ts';
import { newProposal } from '../proposals/proposal-api.ts';
import { dayFromNow } from '../recurring-stories/recurring-api.ts';
import { newFullWorkspace, outcomeOf } from '../support/full-workspace.ts';
import { sampleRequest, type Ids } from '../support/sample.ts';
import { createStoryAs, newKey, type Person } from '../support/workspace.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import { receiverUrl } from '../webhooks/webhook-api.ts';

let ids: Ids;
/** Instead of the ids that most operations are called with. */
let otherIds: Record<string, Ids>;
let owner: Person;
let full: Awaited<ReturnType<typeof newFullWorkspace>>;

beforeAll(async () => {
  full = await newFullWorkspace();
  ({ owner } = full);
  // The default is not archived.
  const statuses = await owner.client.get(`${full.workspace.path}/statuses`);
  const statusId = statuses.json.data.find(({ isDefault }: Status) => !isDefault).id;
  ids = { ...full.ids, statusId };
  await switchIntakeOn(full.workspace, owner.client, full.team);
  const waiting = await createStoryAs(owner.client, full.workspace, { teamId: full.team.id, triage: true });
  const addressless = await full.workspace.team();
  await full.workspace.operator.joinTeam({
    workspaceId: full.workspace.id,
    teamId: addressless.id,
    principalId: owner.id,
  });
  await switchIntakeOn(full.workspace, owner.client, addressless);
  const feedback = feedbackApi(full.workspace, owner.client);
  const pictured = await feedback.pictured(await feedback.portal());
  const proposedBy = async ({ id }: Person) => {
    const client = await full.workspace.clientFor(id, { writes: 'proposed' });
    return { proposalId: await newProposal(full.workspace, full.team, client) };
  };
  otherIds = {
    rejectProposal: await proposedBy(await full.workspace.person('member', [full.team])),
    withdrawProposal: await proposedBy(owner),
    createFeedbackImage: { portalId: pictured.portalId, itemId: pictured.id },
    triageStory: { storyId: waiting.id },
    createTriageAddress: { teamId: addressless.id },
  };
});

/**
 * What shows a resource, or several: all but what ends one, which shows what has been ended, and but what only DNS can
 * bring about, or a deletion.
 */
const reading = allOperations.filter(
  ({ kind, method, id }) =>
    (kind === 'resource' || kind === 'list') &&
    method !== 'DELETE' &&
    !/^(leave|revoke|verify|restore)/.test(id),
);

/** The members that an operation's answer shows, in the order of its schema; optional ones only where it has them. */
function described({ output }: Operation, shown: object): string[] {
  const { shape } = (output instanceof z.ZodArray ? output.element : output) as z.ZodObject;
  return Object.keys(shape).filter((name) => name in shown || !shape[name]!.safeParse(undefined).success);
}

const rule = {
  name: 'A rule',
  on: ['story.created'],
  then: [{ operation: 'createLabel', input: { name: 'Seen', color: '#4f46e5' } }],
};

/** What a sample by the schema alone does not show. */
const fields: Record<string, object> = {
  createRecurringStory: { rule: 'FREQ=WEEKLY', startDate: dayFromNow(9), endDate: dayFromNow(99) },
  createKeyResult: { measurementType: 'percentage' },
  registerServiceAccountClient: { jwksUri: 'https://agents.plotline.dev/keys.json' },
  putIdentityProvider: { issuer: 'https://login.example.com', emailDomains: ['example.com'] },
  createPortalImage: { data: PNG },
  createFeedbackImage: { data: PNG },
  createStatus: { appliesTo: 'objective' },
  createBusyFeed: { url: receiverUrl },
  createWebhook: { url: receiverUrl, subscriptions: ['story.created'] },
  createTimeOff: { startDate: '2026-12-24', endDate: '2026-12-31' },
  updateWorkingHours: { timeZone: 'UTC' },
  updateNotificationPreferences: { mail: 'daily' },
  updateSprint: { name: 'Another' },
  updateStatus: { name: 'Another' },
  createRule: rule,
  previewRule: { rule },
};

/** The fields beside the sample that the operation takes: what makes it change something now. */
async function fieldsOf(operation: Operation): Promise<object> {
  if (operation.id === 'applySprintPlan') return { stories: [{ storyId: ids['storyId'] }] };
  if (operation.id === 'previewPlan')
    return { changes: [{ storyId: ids['storyId'], patch: { priority: 'high' } }] };
  if (operation.id === 'previewSchedule') return { stories: [{ storyId: ids['storyId'], priority: 'high' }] };
  const changes = operation.method === 'PATCH' || operation.method === 'PUT';
  if (!changes || !(operation.input.body instanceof z.ZodObject)) return {};
  const { path } = sampleRequest(operation, ids);
  if (!('expectedUpdatedAt' in operation.input.body.shape)) return {};
  const { updatedAt } = (await owner.client.get(path)).json.data;
  // Working hours that nobody has set have no version.
  return updatedAt === null ? {} : { expectedUpdatedAt: updatedAt };
}

describe.each(reading.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  test("answers with the members in the schema's order, also to a replay", async () => {
    const { path, query, body } = sampleRequest(operation, { ...ids, ...otherIds[operation.id] });
    const headers = { 'idempotency-key': newKey() };
    const options = {
      headers,
      query,
      ...(body === undefined
        ? {}
        : { body: { ...body, ...(await fieldsOf(operation)), ...fields[operation.id] } }),
    };
    const times = operation.idempotency === 'none' ? [1] : [1, 2];
    for (const time of times) {
      const answer = await full
        .callerOf(operation as ResourceOperation)
        .request(operation.method, path, options);
      expect([200, 201], outcomeOf(answer)[1]).toContain(answer.status);
      expect(answer.headers.get('idempotent-replayed')).toBe(time === 1 ? null : 'true');
      const shown = [answer.json.data].flat() as object[];
      for (const one of shown) expect(Object.keys(one)).toEqual(described(operation, one));
    }
  });
});

test('text that looks like members stays text, also where it is stored separately', async () => {
  const path = `${full.workspace.path}/stories`;
  for (const length of [0, 2_000]) {
    const description = `","updatedAt":"x","labels":null,"description":{"id":"${'x'.repeat(length)}\\"}`;
    const made = await createStoryAs(owner.client, full.workspace, {
      teamId: ids['teamId'],
      description,
    });
    const { json } = await owner.client.get(`${path}/${made.id}`);
    expect(JSON.stringify(json.data)).toBe(JSON.stringify(made));
    expect(json.data.description).toBe(description);
  }
});
