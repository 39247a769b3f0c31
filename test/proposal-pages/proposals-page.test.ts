import { beforeAll, expect, test } from 'vitest';
import { newProposal, newProposing } from '../proposals/proposal-api.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let proposing: Awaited<ReturnType<typeof newProposing>>;
let browser: Browser;
let list: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  proposing = await newProposing(workspace, [await workspace.team({ name: 'Harbour' })]);
  browser = await signedIn(service, workspace, proposing.lead);
  list = `/teams/${proposing.team.id}/proposals`;
});

const propose = async (title: string): Promise<string> => {
  const body = { teamId: proposing.team.id, title };
  const key = { 'idempotency-key': newKey() };
  return (await proposing.client.post(`${workspace.path}/stories`, body, key)).json.proposal.id;
};

test('a team without proposals is told what they are, and how an agent gets to propose', async () => {
  const own = await workspace.team();
  const person = await workspace.person('member', [own]);
  const window = await signedIn(service, workspace, person);
  const { status, text } = await window.open(`/teams/${own.id}/proposals`);
  expect([status, text.includes('No open proposals')]).toEqual([200, true]);
  expect(text).toContain('Assistants and programs can be limited to proposing.');
  expect(text).toContain('href="/docs/writes#proposals"');
  expect((await window.open('/docs/writes')).text).toContain('id="proposals"');
});

test('open proposals are listed with who made them, how much they change, where and until when', async () => {
  const id = await propose('Mend the pier');
  const gone = await propose('Paint the pier');
  await proposing.api.reject(gone);
  const { text } = await browser.open(list);
  expect(text).toContain(`href="${list}/${id}"`);
  expect(text).not.toContain('Paint the pier');
  for (const part of ['Mend the pier', 'Open until', 'A member', '1 change', '<bdi>Harbour</bdi>'])
    expect(text).toContain(part);
  const rejected = await browser.open(`${list}?status=rejected`);
  expect(rejected.text).toContain('Paint the pier');
  expect(rejected.text).not.toContain('Mend the pier');
  expect((await browser.open(`${list}?status=expired`)).text).toContain('No proposals here.');
});

test('proposals of other teams of the reader are a choice away, and those of others are not there', async () => {
  const [other, hidden] = [await workspace.team(), await workspace.team({ private: true })];
  const both = await newProposing(workspace, [other]);
  const secret = await newProposing(workspace, [hidden]);
  await workspace.operator.joinTeam({
    workspaceId: workspace.id,
    teamId: other.id,
    principalId: proposing.lead.id,
  });
  const id = await newProposal(workspace, other, both.client);
  const secretId = await newProposal(workspace, hidden, secret.client);
  expect((await browser.open(list)).text).not.toContain(id);
  const { text } = await browser.open(`${list}?teams=all`);
  expect([text.includes(id), text.includes(secretId)]).toEqual([true, false]);
  expect((await browser.open(`/teams/${hidden.id}/proposals`)).status).toBe(404);
});

test('older proposals are on further pages', async () => {
  const own = await newProposing(workspace);
  const ids: string[] = [];
  for (let number = 0; number < 21; number++) ids.push(await newProposal(workspace, own.team, own.client));
  const window = await signedIn(service, workspace, own.lead);
  const first = await window.open(`/teams/${own.team.id}/proposals`);
  expect(first.text).not.toContain(ids[0]);
  const [, older] = /href="([^"]*cursor=[^"]*)"/.exec(first.text)!;
  expect((await window.open(older!.replaceAll('&#38;', '&'))).text).toContain(ids[0]);
});

test('the pages of a team and the account lead to its proposals', async () => {
  for (const path of ['', '/sprints', '/objectives'])
    expect((await browser.open(`/teams/${proposing.team.id}${path}`)).text).toContain(`href="${list}"`);
  expect((await browser.open('/account')).text).toMatch(/href="\/teams\/[^"]+\/proposals\?teams=all"/);
});
