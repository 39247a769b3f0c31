import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { newProposal, newProposing, proposalApi } from './proposal-api.ts';

let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;

beforeAll(async () => {
  workspace = await newWorkspace();
  proposing = await newProposing(workspace);
});

const propose = () => newProposal(workspace, proposing.team, proposing.client);

const listed = async (query: Record<string, string | number> = {}, api = proposing.api) =>
  (await api.list(query)).json.data.map(({ id }: { id: string }) => id);

test('proposals are listed newest first, by team, by status and by page', async () => {
  const ids = [await propose(), await propose(), await propose()].reverse();
  expect(await listed()).toEqual(ids);
  await proposing.api.reject(ids[1]!);
  expect(await listed({ status: 'open' })).toEqual([ids[0], ids[2]]);
  expect(await listed({ status: 'rejected', teamId: proposing.team.id })).toEqual([ids[1]]);
  const other = await workspace.team();
  const lead = await workspace.person('member', [other]);
  expect(await listed({ teamId: other.id }, proposalApi(workspace, lead.client))).toEqual([]);
  const { data, meta } = (await proposing.api.list({ limit: 2 })).json;
  expect(data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  expect(await listed({ limit: 2, cursor: meta.nextCursor })).toEqual(ids.slice(2));
});

test('a proposal of a team that the caller is not in is not listed', async () => {
  const hidden = await workspace.team({ private: true });
  const theirs = await newProposing(workspace, [hidden]);
  const id = await newProposal(workspace, hidden, theirs.client);
  expect(await listed({}, theirs.api)).toEqual([id]);
  expect(await listed()).not.toContain(id);
  expectRefusal(await proposing.api.list({ teamId: hidden.id }), 404, 'not_found');
});
