import type { Team } from '../../shared/identity/team/team.ts';
import {
  getProposalItem,
  proposalKind,
  toProposal,
} from '../../shared/kernel/api/operation/proposal-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Client } from '../support/client.ts';
import { newKey, type TestWorkspace } from '../support/workspace.ts';

/** The operations of proposals as one client calls them. */
export function proposalApi({ path }: { path: string }, client: Client) {
  const at = (id: string) => `${path}/proposals/${id}`;
  return {
    list: (query: Record<string, string | number | undefined> = {}) => client.get(`${path}/proposals`, query),
    get: (id: string) => client.get(at(id)),
    accept: (id: string, body: object = {}, headers: Record<string, string> = {}) =>
      client.post(`${at(id)}/accept`, body, headers),
    reject: (id: string, body: object = {}, headers: Record<string, string> = {}) =>
      client.post(`${at(id)}/reject`, body, headers),
    withdraw: (id: string) => client.post(`${at(id)}/withdraw`),
  };
}

/** The id of the proposal of a new story that a client makes that only proposes. */
export async function newProposal(
  { path }: { path: string },
  { id: teamId }: { id: string },
  client: Client,
) {
  const body = { teamId, title: newKey() };
  const { json, status, text } = await client.post(`${path}/stories`, body, { 'idempotency-key': newKey() });
  if (status !== 202) throw new Error(text);
  return json.proposal.id as string;
}

/** A workspace with a team, who proposes in it and who accepts. */
export async function newProposing(workspace: TestWorkspace, teams?: readonly Team[]) {
  const joined = teams ?? [await workspace.team()];
  const [author, lead] = await Promise.all([
    workspace.person('member', joined),
    workspace.person('member', joined),
  ]);
  const set = async (id: string, values: Record<string, unknown>) =>
    await commit(workspace.database, [{ update: proposalKind.key(id), with: { set: values } }]);
  return {
    team: joined[0]!,
    author,
    lead,
    client: await workspace.clientFor(author.id, { writes: 'proposed' }),
    api: proposalApi(workspace, lead.client),
    /** Lets the time pass for which who was interrupted has others wait. */
    endHold: (id: string) => set(id, { heldUntil: 1 }),
    /** Lets the time pass for which it is open. */
    async expire(id: string) {
      const proposal = toProposal((await getProposalItem(createReader(workspace.database), id))!);
      await set(id, { doc: JSON.stringify({ ...proposal, expiresAt: '2026-01-01T00:00:00.000Z' }) });
    },
  };
}
