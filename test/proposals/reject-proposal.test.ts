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

test('a rejected proposal says why, changes nothing and stays rejected', async () => {
  const id = await propose();
  const [change] = (await proposing.api.get(id)).json.data.changes;
  const { data } = (await proposing.api.reject(id, { reason: 'Not this year.\nNor next.' })).json;
  const reason = 'Not this year.\nNor next.';
  expect(data).toMatchObject({ status: 'rejected', reason, decidedBy: proposing.lead.id });
  const story = await proposing.lead.client.get(`${workspace.path}/stories/${change.resourceId}`);
  expectRefusal(story, 404, 'not_found');
  expectRefusal(await proposing.api.reject(id), 409, 'conflict');
  expectRefusal(await proposing.api.accept(id), 409, 'conflict');
});

test('a proposal is not rejected by who has made it, nor by a credential that only proposes', async () => {
  const id = await propose();
  expectRefusal(await proposalApi(workspace, proposing.author.client).reject(id), 403, 'own_proposal');
  const other = await newProposing(workspace, [proposing.team]);
  expectRefusal(await proposalApi(workspace, other.client).reject(id), 403, 'not_proposable');
});
