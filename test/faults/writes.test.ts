import { beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../shared/surface/registry.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { auditTrail } from '../audit/audit-api.ts';
import { policy } from '../policy/policy.ts';
import { breakAt, breakages, countBreakable, recordCalls } from '../support/breakages.ts';
import type { DynamoDbProxy, ProxiedCall } from '../support/dynamodb-proxy.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { sampled, sampledCalls } from '../support/sampling.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { attachmentWrites } from './attachment-writes.ts';
import { calendarFeedWrites } from './calendar-feed-writes.ts';
import { commentWrites } from './comment-writes.ts';
import { credentialWrites } from './credential-writes.ts';
import { linkWrites } from './link-writes.ts';
import { labelAndStatusWrites } from './label-and-status-writes.ts';
import { moderationWrites } from './moderation-writes.ts';
import { proposalWrites } from './proposal-writes.ts';
import { planningWrites } from './planning-writes.ts';
import { portalWrites } from './portal-writes.ts';
import { agentWrites } from './agent-writes.ts';
import { notificationWrites } from './notification-writes.ts';
import { objectiveUpdateWrites } from './objective-update-writes.ts';
import { claimWrites } from './claim-writes.ts';
import { relationAndViewWrites } from './relation-and-view-writes.ts';
import { restoreWrites } from './restore-writes.ts';
import { templateWrites } from './template-writes.ts';
import { teamAndMemberWrites } from './team-and-member-writes.ts';
import { triageWrites } from './triage-writes.ts';
import { timeEntryWrites } from './time-entry-writes.ts';
import { exportWrites } from './export-writes.ts';
import { ruleWrites } from './rule-writes.ts';
import { hookWrites } from './hook-writes.ts';
import { webhookWrites } from './webhook-writes.ts';
import { workingTimeWrites } from './working-time-writes.ts';
import type { Write } from './write.ts';

/**
 * Every write, with every database call of it broken in every way (`npm test` draws some of these), then sent again
 * as its client would: it is carried out once, and its client learns so.
 */
let service: WorkerService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let admin: Person;

beforeAll(async () => {
  ({ service, proxy } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
});

const dataOf = async (path: string, query: Record<string, string | number> = {}) =>
  (await admin.client.get(`${workspace.path}${path}`, query)).json.data;
const all = { limit: 100 };

const newStory = (fields: object = {}) =>
  createStoryAs(admin.client, workspace, { teamId: team.id, ...fields });

const place = () => ({ workspace, team, admin, service });

const writes: Record<string, Write> = {
  ...labelAndStatusWrites(place),
  ...attachmentWrites(place),
  ...planningWrites(place),
  ...commentWrites(place),
  ...relationAndViewWrites(place),
  ...claimWrites(place),
  ...proposalWrites(place),
  ...agentWrites(place),
  ...objectiveUpdateWrites(place),
  ...notificationWrites(place),
  ...templateWrites(place),
  ...linkWrites(place),
  ...timeEntryWrites(place),
  ...triageWrites(place),
  ...restoreWrites(place),
  ...teamAndMemberWrites(place),
  ...credentialWrites(place),
  ...portalWrites(place),
  ...moderationWrites(place),
  ...exportWrites(place),
  ...calendarFeedWrites(place),
  ...hookWrites(place),
  ...ruleWrites(place),
  ...webhookWrites(place),
  ...workingTimeWrites(place),
  async createStory() {
    const title = newKey();
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.post(`${workspace.path}/stories`, { title, teamId: team.id }, headers),
      async verify({ status, json }) {
        expect(status).toBe(201);
        const made = (await dataOf('/stories', { ...all, teamId: team.id })).filter(
          (story: Story) => story.title === title,
        );
        expect(made).toEqual([json.data]);
      },
    };
  },
  async 'updateStory without a key'() {
    const story = await newStory();
    const patch = { expectedUpdatedAt: story.updatedAt, title: newKey() };
    return {
      send: () => admin.client.patch(`${workspace.path}/stories/${story.id}`, patch),
      async verify({ status, json }) {
        const now = await dataOf(`/stories/${story.id}`);
        expect(now.title).toBe(patch.title);
        // Sent again by its client, a patch that went through is stale, and says that nothing is left to do.
        if (status === 409)
          expect(json.error).toMatchObject({ currentUpdatedAt: now.updatedAt, changedFields: [] });
        else expect([status, json.data]).toEqual([200, now]);
      },
    };
  },
  async 'updateStory with a key'() {
    const story = await newStory();
    const patch = { expectedUpdatedAt: story.updatedAt, title: newKey() };
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.patch(`${workspace.path}/stories/${story.id}`, patch, headers),
      async verify({ status, json }) {
        expect([status, json.data]).toEqual([200, await dataOf(`/stories/${story.id}`)]);
        expect(json.data.title).toBe(patch.title);
      },
    };
  },
  async archiveStory() {
    const story = await newStory();
    return {
      send: () => admin.client.post(`${workspace.path}/stories/${story.id}/archive`),
      async verify({ status, json }) {
        expect([status, json.data]).toEqual([200, await dataOf(`/stories/${story.id}`)]);
        expect(json.data.archivedAt).not.toBeNull();
      },
    };
  },
  ...Object.fromEntries(
    ['watch', 'unwatch'].map((way) => [
      `${way}Story`,
      async () => {
        const story = await newStory();
        return {
          send: () => admin.client.post(`${workspace.path}/stories/${story.id}/${way}`),
          async verify({ status, json }) {
            expect([status, json.data]).toEqual([200, { id: story.id, watching: way === 'watch' }]);
          },
        };
      },
    ]),
  ),
  async unarchiveStory() {
    const story = await newStory();
    await admin.client.post(`${workspace.path}/stories/${story.id}/archive`);
    return {
      send: () => admin.client.post(`${workspace.path}/stories/${story.id}/unarchive`),
      async verify({ status, json }) {
        expect([status, json.data]).toEqual([200, await dataOf(`/stories/${story.id}`)]);
        expect(json.data.archivedAt).toBeNull();
      },
    };
  },
  async 'deleteStory with children'() {
    const story = await newStory();
    const children = [await newStory({ parentId: story.id }), await newStory({ parentId: story.id })];
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.delete(`${workspace.path}/stories/${story.id}`, headers),
      async verify({ status, json }) {
        expect([status, json.data]).toEqual([200, { id: story.id, deleted: true }]);
        expect((await admin.client.get(`${workspace.path}/stories/${story.id}`)).status).toBe(404);
        for (const { id } of children) expect((await dataOf(`/stories/${id}`)).parentId).toBeNull();
      },
    };
  },
  async createTeam() {
    const code = `F${newKey().slice(0, 6).toUpperCase()}`;
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.post(`${workspace.path}/teams`, { name: code, code }, headers),
      async verify({ status, json }) {
        expect(status).toBe(201);
        expect(await dataOf(`/teams/${json.data.id}`)).toMatchObject({ code, memberCount: 1 });
        expect(await dataOf('/statuses', { teamId: json.data.id })).toHaveLength(5);
      },
    };
  },
  async joinTeam() {
    const open = await workspace.team();
    return {
      send: () => admin.client.post(`${workspace.path}/teams/${open.id}/join`),
      async verify({ status }) {
        expect(status).toBe(200);
        expect(await dataOf(`/teams/${open.id}`)).toMatchObject({ memberCount: 1 });
      },
    };
  },
  async addTeamMember() {
    const open = await workspace.team();
    const { id: memberId } = await workspace.person('member');
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: open.id, principalId: admin.id });
    return {
      send: () => admin.client.post(`${workspace.path}/teams/${open.id}/members`, { memberId }),
      async verify({ status }) {
        expect(status).toBe(200);
        expect(await dataOf(`/teams/${open.id}`)).toMatchObject({ memberCount: 2 });
        expect(await dataOf('/members', { teamId: open.id })).toHaveLength(2);
      },
    };
  },
  async addMember() {
    const body = { email: `${newKey()}@example.com`, name: 'Someone' };
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.post(`${workspace.path}/members`, body, headers),
      async verify({ status, json }) {
        expect(status).toBe(201);
        const made = (await dataOf('/members', all)).filter(
          ({ email }: { email: string }) => email === body.email,
        );
        expect(made).toEqual([json.data]);
      },
    };
  },
  async createLabel() {
    const body = { name: newKey() };
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.post(`${workspace.path}/labels`, body, headers),
      async verify({ status, json }) {
        expect(status).toBe(201);
        const made = (await dataOf('/labels', { ...all, teamId: team.id })).filter(
          ({ name }: { name: string }) => name === body.name,
        );
        expect(made).toEqual([json.data]);
      },
    };
  },
};

test('every write of the registry is in the table of writes', () => {
  const names = Object.keys(writes).map((name) => name.split(' ')[0]);
  const repeatable = Object.entries(policy).filter(([, { idempotencyKey }]) =>
    /accepted|required/.test(idempotencyKey),
  );
  for (const [id] of repeatable) expect(names).toContain(id);
});

const declaredOf = (name: string) => {
  const operation = allOperations.find(({ id }) => id === name.split(' ')[0]);
  return operation?.kind === 'resource' ? operation.audit : null;
};
const isAudited = (name: string): boolean => declaredOf(name) !== null;
/** It needs DNS, so it is tried on a provider that is verified already, and is no act. */
const acts = (name: string): number => (name === 'verifyIdentityProvider' ? 0 : 1);

/** How many entries of a write's type the audit trail has. */
async function entriesOf(name: string): Promise<number> {
  const type = declaredOf(name)?.type;
  return type === undefined ? 0 : (await auditTrail(admin.client, workspace, { type, limit: '100' })).length;
}

describe.each(sampled('faults of writes', 40, Object.entries(writes)))('%s', (name, prepare) => {
  let whole: Promise<ProxiedCall[]> | undefined;

  test.each(sampled(name, 1, breakages))('is carried out once when %s', async (breakage, fault, dies) => {
    const calls = countBreakable(await (whole ??= recordCalls(proxy, prepare)), fault);
    for (const broken of sampledCalls(`${name}, ${breakage}`, 1, calls)) {
      const { send, verify } = await prepare();
      const entries = await entriesOf(name);
      breakAt(proxy, broken, fault, dies);
      const first = await send();
      proxy.reset();
      if (first.status < 400) await verify(first);
      else {
        expect(first.status, first.text).toBe(503);
        expect(first.headers.get('retry-after')).toBe('1');
        await verify(await send());
      }
      expect(await entriesOf(name)).toBe(isAudited(name) ? entries + acts(name) : 0);
    }
  });
});
