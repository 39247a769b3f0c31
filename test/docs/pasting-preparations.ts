import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Demo } from '../../cli/core/demo-file.ts';
import { putFeedbackComment } from '../../shared/feedback/items/comment-store.ts';
import { putVisitorLink } from '../../shared/kernel/auth/visitor-store.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { announced, upload } from '../attachments/attachment-api.ts';
import { newEndedJob } from '../change-sets/new-revert-job.ts';
import { createTestOperator } from '../support/operator.ts';
import { databaseOf, type OwnService } from '../support/service.ts';

/** The service beside which examples are pasted, with its demo workspace; set before the first test. */
export const pasted = {} as { service: OwnService; demo: Demo };

const admin = () => ({ authorization: `Bearer ${pasted.demo.tokens.admin}` });
const inDemo = (path: string) =>
  `${pasted.service.baseUrl}/api/v1/workspaces/${pasted.demo.workspaceId}/${path}`;
const readFirst = async (path: string): Promise<any> =>
  ((await (await fetch(inDemo(path), { headers: admin() })).json()) as any).data[0];

const postInDemo = (path: string, body: object): Promise<Response> =>
  fetch(inDemo(path), {
    method: 'POST',
    headers: { ...admin(), 'content-type': 'application/json', 'idempotency-key': newId(new Date()) },
    body: JSON.stringify(body),
  });

/** The newest portal has one item, which is merged with another one. */
async function addAnotherItem(): Promise<void> {
  const { id, boards } = await readFirst('portals?limit=1');
  const body = { title: 'Another idea', boardId: boards[0].id };
  expect((await postInDemo(`portals/${id}/items`, body)).status).toBe(201);
}

/** A portal is deleted last, and only without items: the one that others were merged with is left of the examples. */
async function deleteItems(): Promise<void> {
  const { id } = await readFirst('portals?limit=1');
  for (;;) {
    const item = await readFirst(`portals/${id}/items?limit=1`);
    if (!item) return;
    const { status } = await fetch(inDemo(`portals/${id}/items/${item.id}`), {
      method: 'DELETE',
      headers: admin(),
    });
    expect(status).toBe(200);
  }
}

/** Comments are written by visitors on the pages: one on the newest item of the newest portal. */
async function commentAsVisitor(): Promise<void> {
  const { id: portalId } = await readFirst('portals?limit=1');
  const { id: itemId } = await readFirst(`portals/${portalId}/items?limit=1`);
  const now = new Date();
  const at = now.toISOString();
  const author = {
    authorId: newId(now),
    authorName: 'A visitor',
    authorKind: 'visitor' as const,
    origin: 'visitor' as const,
  };
  const who = { ...author, content: 'Yes, please.', hidden: false, internal: false };
  const comment = { id: newId(now), portalId, itemId, ...who, createdAt: at, updatedAt: at };
  await commit(databaseOf(pasted.service), [
    ...putFeedbackComment({ ...comment, parentId: null, editedAt: null }, () => new Error('It takes none.')),
    putVisitorLink(author.authorId, { workspaceId: pasted.demo.workspaceId, userId: newId(now) }),
  ]);
}

/** A story of the first team by name, which may have none. */
async function addStory(): Promise<void> {
  const { id: teamId } = await readFirst('teams?limit=1');
  expect((await postInDemo('stories', { teamId, title: 'To be planned' })).status).toBe(201);
}

/** The newest story has a file that was uploaded. */
async function uploadFile(): Promise<void> {
  const { id } = await readFirst('stories?limit=1');
  const made = await postInDemo(`stories/${id}/attachments`, announced);
  expect(await upload(((await made.json()) as any).upload, 'hello')).toMatchObject({ status: 204 });
}

/** The newest service account, which other pages may have made, is in the first team by name. */
async function addAccountToTeam(): Promise<void> {
  const { id } = await readFirst('service-accounts?limit=1');
  const { id: teamId } = await readFirst('teams?limit=1');
  expect((await postInDemo(`service-accounts/${id}/teams`, { teamId })).status).toBe(200);
}

let agentKey = '';

/** An agent has been assigned a story, which opens a session. */
async function openSession(): Promise<void> {
  const read = async (answer: Response) => ((await answer.json()) as any).data;
  const { id: teamId } = await readFirst('teams?limit=1');
  const scopes = ['stories:read', 'stories:write'];
  const agent = await read(await postInDemo('service-accounts', { name: 'Agent', scopes }));
  await postInDemo(`service-accounts/${agent.id}/teams`, { teamId });
  const made = await postInDemo(`service-accounts/${agent.id}/keys`, { name: 'Agent', scopes });
  agentKey = ((await made.json()) as { token: string }).token;
  const story = { teamId, title: 'For the agent', assigneeId: agent.id };
  expect((await postInDemo('stories', story)).status).toBe(201);
  await pasted.service.streamsIdle();
  while (!(await readFirst('agent-sessions?limit=1'))) await delay(200);
}

/** The newest export is made in the background. */
async function untilExported(): Promise<void> {
  while ((await readFirst('exports?limit=1')).state === 'running') await delay(200);
}

/** The first team by name has a triage. */
async function openTriage(): Promise<void> {
  const { id: teamId, updatedAt: expectedUpdatedAt } = await readFirst('teams?limit=1');
  const body = JSON.stringify({ expectedUpdatedAt, intakeEnabled: true });
  const headers = { ...admin(), 'content-type': 'application/json' };
  expect((await fetch(inDemo(`teams/${teamId}`), { method: 'PATCH', headers, body })).status).toBe(200);
}

/** A new story in the triage of that team, as a variable. */
async function triagedStory(): Promise<string> {
  const { id: teamId } = await readFirst('teams?limit=1');
  const made = await postInDemo('stories', { teamId, title: 'To be sorted', triage: true });
  return `STORY=${((await made.json()) as any).data.id}`;
}

/** An item from elsewhere in the demo's own portal, whose text shows a picture, as variables. */
async function importedItem(): Promise<string> {
  const portals = (await (await fetch(inDemo('portals?limit=100'), { headers: admin() })).json()) as any;
  const { id, boards } = portals.data.at(-1);
  const imported = { createdAt: '2026-11-01T00:00:00.000Z', authorName: 'Ada Lovelace' };
  const description = `![The page](/portal-images/00000000-0000-4000-8000-000000000000)`;
  const body = { title: 'From elsewhere', boardId: boards[0].id, description, imported };
  const made = await postInDemo(`portals/${id}/items`, body);
  return `PORTAL_ID=${id}; ITEM=${((await made.json()) as any).data.id}`;
}

/** The newest item has a comment with a reaction of the caller. */
async function reactToComment(): Promise<void> {
  const { id } = await readFirst('portals?limit=1');
  const { id: itemId } = await readFirst(`portals/${id}/items?limit=1`);
  await commentAsVisitor();
  const { id: feedbackCommentId } = await readFirst(`portals/${id}/items/${itemId}/comments?limit=1`);
  const body = { feedbackCommentId, kind: 'heart' };
  expect((await postInDemo(`portals/${id}/items/${itemId}/reactions`, body)).status).toBe(201);
}

/** There are a template, a story that recurs, and time that was spent on the newest story. */
async function makeChanged(): Promise<void> {
  const { id: teamId } = await readFirst('teams?limit=1');
  const { id } = await readFirst('stories?limit=1');
  const sent = [
    await postInDemo(`stories/${id}/time-entries`, { minutes: 30 }),
    await postInDemo('story-templates', { teamId, name: 'A template' }),
    await postInDemo('recurring-stories', { teamId, name: 'Again', rule: 'FREQ=WEEKLY' }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
}

/** What only the outside brings about before an example: a comment of a visitor, a delivery. */
export const outside: Record<string, () => Promise<void>> = {
  updateFeedbackComment: commentAsVisitor,
  banVisitor: commentAsVisitor,
  mergeFeedbackItem: addAnotherItem,
  applySprintPlan: addStory,
  deletePortal: deleteItems,
  createTriageAddress: openTriage,
  deleteFeedbackReaction: reactToComment,
  listTimeEntryHistory: makeChanged,
  completeAttachment: uploadFile,
  getExportFile: untilExported,
  createHook: addAccountToTeam,
  listAgentSessions: openSession,
  // The first search builds the index in steps, and is a 503 where the machine is too busy to end in time.
  search: async () => {
    const ask = () => fetch(inDemo('search?q=a'), { headers: admin() });
    while ((await ask()).status === 503) await delay(1_000);
  },
  listWebhookDeliveries: async () => {
    await pasted.service.streamsIdle();
    await pasted.service.queuesIdle();
  },
};

/** A proposal of another member of the first team by name, as a variable, with a token of theirs. */
async function proposedStory(): Promise<{ proposal: string; token: string }> {
  const operator = createTestOperator(databaseOf(pasted.service));
  const { workspaceId } = pasted.demo;
  const { id: teamId } = await readFirst('teams?limit=1');
  const email = `${newId(new Date())}@example.com`;
  const { id: principalId } = await operator.addMember({ workspaceId, name: 'Pia', email, role: 'member' });
  await operator.joinTeam({ workspaceId, teamId, principalId });
  const kind = { principalKind: 'user' as const, scopes: allScopes, writes: 'proposed' as const };
  const { token } = await operator.createToken({ workspaceId, principalId, name: 'Proposes', ...kind });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': newId(new Date()),
  };
  const body = JSON.stringify({ teamId, title: 'Proposed' });
  const made = await fetch(inDemo('stories'), { method: 'POST', headers, body });
  return { proposal: `PROPOSAL=${((await made.json()) as any).proposal.id}`, token };
}

const proposal = async () => (await proposedStory()).proposal;

/** A reversal that has ended, of the caller, as a variable. */
async function endedJob(): Promise<string> {
  const me = await fetch(`${pasted.service.baseUrl}/api/v1/me`, { headers: admin() });
  const { principalId } = ((await me.json()) as any).data;
  const workspace = { id: pasted.demo.workspaceId, database: databaseOf(pasted.service) };
  return `JOB=${await newEndedJob(workspace, principalId, newId(new Date()))}`;
}

/** The token of somebody who can leave the workspace without being missed by the rest of the pages. */
async function tokenOfLeaver(): Promise<string> {
  const operator = createTestOperator(databaseOf(pasted.service));
  const { workspaceId } = pasted.demo;
  const fields = { workspaceId, name: 'Lea Leaver', email: 'lea@example.com', role: 'member' as const };
  const { id: principalId } = await operator.addMember(fields);
  const kind = { principalKind: 'user' as const, scopes: allScopes };
  return (await operator.createToken({ workspaceId, principalId, name: 'To leave with', ...kind })).token;
}

/** What is not for an admin, or for the newest of a list, and the variables of its shell instead. */
export const variablesFor: Record<string, () => Promise<string>> = {
  leaveWorkspace: async () => `TOKEN=${await tokenOfLeaver()}`,
  createAgentActivity: async () => `TOKEN=${agentKey}`,
  getProposal: proposal,
  acceptProposal: proposal,
  rejectProposal: proposal,
  withdrawProposal: async () => {
    const { proposal: own, token } = await proposedStory();
    return `${own}; TOKEN=${token}`;
  },
  getJob: endedJob,
  triageStory: triagedStory,
  createFeedbackImage: importedItem,
};

/** What needs the outside world, which a test of its own brings: a DNS record of a domain. */
export const unreachable = new Set(['verifyIdentityProvider']);
