import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../../shared/kernel/db/reader.ts';
import { writerOf } from '../../../shared/kernel/db/signature.ts';
import { entityKey } from '../../../shared/kernel/db/table.ts';
import { eventOfChange } from '../../../shared/projections/events/event-of-change.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { connectedClient } from '../../mcp/mcp-client.ts';
import { signedIn } from '../../support/browser.ts';
import { feedbackApi } from '../../support/feedback.ts';
import { sharedService } from '../../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
});

const itemOf = async (pk: string) => (await createReader(workspace.database).get(entityKey(pk)))!;

/** The actor that the event of an item's creation names. */
async function actorOfCreation(pk: string): Promise<unknown> {
  const change = { sequenceNumber: '1', at: new Date(), key: entityKey(pk), after: await itemOf(pk) };
  const event = await eventOfChange(change, { read: createReader(workspace.database), now: new Date() });
  return (JSON.parse(event!.body) as { actor: unknown }).actor;
}

test('a personal token acts as its user over REST', async () => {
  const { id } = await createStoryAs(admin.client, workspace, { teamId: team.id });
  expect(await actorOfCreation(`S#${id}`)).toEqual({ kind: 'user', id: admin.id, via: 'rest' });
});

test('a service account acts as itself', async () => {
  const account = await workspace.serviceAccount([team]);
  const { id } = await createStoryAs(account.client, workspace, { teamId: team.id });
  expect(await actorOfCreation(`S#${id}`)).toEqual({ kind: 'service_account', id: account.id, via: 'rest' });
});

test('an AI client acts as its user over MCP', async () => {
  const client = await connectedClient(admin);
  const story = { workspaceId: workspace.id, teamId: team.id, title: 'A story', idempotencyKey: newKey() };
  const { data } = await client.use('create_story', story);
  expect(await actorOfCreation(`S#${data.id}`)).toEqual({ kind: 'user', id: admin.id, via: 'mcp' });
});

test('the operator acts as the system, or as the member that a command names', async () => {
  const { id } = await workspace.team();
  expect(writerOf(await itemOf(`T#${id}`))).toEqual({ kind: 'system', id: null, via: 'cli' });
});

test('the latest change names its own actor', async () => {
  const other = await workspace.person('member', [team]);
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id });
  const body = { expectedUpdatedAt: story.updatedAt, title: 'Changed' };
  expect((await other.client.patch(`${workspace.path}/stories/${story.id}`, body)).status).toBe(200);
  expect(await actorOfCreation(`S#${story.id}`)).toEqual({ kind: 'user', id: other.id, via: 'rest' });
});

test('a person who writes on a portal is its visitor', async () => {
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const elsewhere = await newWorkspace();
  const email = `${newKey()}@example.com`;
  const member = await elsewhere.operator.addMember({
    workspaceId: elsewhere.id,
    name: 'Visitor',
    email,
    role: 'member',
  });
  const browser = await signedIn(sharedService(), elsewhere, member);
  const path = `/portals/${portal.slug}/feedback/new`;
  const form = await browser.open(path);
  await browser.submit(form, path, { title: 'A wish', boardId: portal.boards[0]!.id });
  const [item] = (await admin.client.get(`${feedback.pathOf(portal)}/items`)).json.data;
  const actor = { kind: 'visitor', id: item.authorId, via: 'portal' };
  expect(writerOf(await itemOf(`FI#${item.id}`))).toEqual(actor);
});
