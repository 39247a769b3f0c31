import { requestOf } from '../../shared/kernel/db/signature.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Item } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { project } from '../../shared/projections/project.ts';
import type { Projection } from '../../shared/kernel/log/projection.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Answer } from '../support/client.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let team: Team;
let stories: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  stories = `${workspace.path}/stories`;
});

const keyed = () => ({ 'idempotency-key': newKey() });
const idOf = ({ headers }: Answer) => headers.get('x-request-id');

const itemOf = async (id: string): Promise<Item> =>
  (await createReader(workspace.database).get(storyKind.key(id)))!;

const create = async () => await admin.client.post(stories, { teamId: team.id, title: 'Followed' }, keyed());

test('an item names the request that wrote it last', async () => {
  const created = await create();
  const { id, updatedAt } = created.json.data;
  expect(requestOf({ after: await itemOf(id) })).toBe(idOf(created));
  const body = { title: 'Changed', expectedUpdatedAt: updatedAt };
  const updated = await admin.client.request('PATCH', `${stories}/${id}`, { body });
  expect(updated.status, updated.text).toBe(200);
  expect(idOf(updated)).not.toBe(idOf(created));
  expect(requestOf({ after: await itemOf(id) })).toBe(idOf(updated));
});

test('the line of a projection that fails names the requests that its records come from', async () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => lines.mockRestore());
  const created = await create();
  const item = await itemOf(created.json.data.id);
  const { pk, sk } = item;
  const change: ItemChange = { sequenceNumber: '1', at: new Date(), key: { pk, sk }, after: item };
  const failing: Projection = {
    name: 'failing',
    follows: [storyKind],
    deletionsOnly: false,
    handle: () => Promise.reject(new Error('It fails.')),
    rebuild: { leads: () => [] },
  };
  await project([failing], { database: workspace.database, now: new Date() }, [change]);
  expect(lines.mock.calls[0]).toMatchObject([
    { message: 'stream records failed', requestIds: [idOf(created)] },
  ]);
});
