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

test('a proposal is withdrawn by its author, also with the credential that proposed it', async () => {
  const id = await propose();
  expectRefusal(await proposing.api.withdraw(id), 403, 'principal_not_supported');
  const withdrawn = await proposalApi(workspace, proposing.client).withdraw(id);
  expect(withdrawn.status, withdrawn.text).toBe(200);
  expect(withdrawn.json.data).toMatchObject({ status: 'withdrawn', decidedBy: proposing.author.id });
  expectRefusal(await proposing.api.accept(id), 409, 'conflict');
});
