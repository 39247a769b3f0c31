import type { Team } from '../../shared/identity/teams/team.ts';
import {
  getProposalItem,
  proposalDocument,
  proposalKind,
  toProposal,
} from '../../shared/kernel/api/operation/proposal-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { createClient, type Client } from '../support/client.ts';
import { sharedService, type ServiceAddress } from '../support/service.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';

/** The operations of proposals as one client calls them. */
export function proposalApi({ path }: { path: string }, client: Client) {
  const at = (id: string) => `${path}/proposals/${id}`;
  return {
    list: (query: Record<string, string | number | undefined> = {}) => client.get(`${path}/proposals`, query),
    get: (id: string) => client.get(at(id)),
    accept: (id: string, body: object = {}, headers: Record<string, string> = {}) =>
      client.post(`${at(id)}/accept`, body, headers),
    reject: (id: string, body: object = {}) => client.post(`${at(id)}/reject`, body),
    withdraw: (id: string) => client.post(`${at(id)}/withdraw`),
  };
}

/** A client of a person with a token that only proposes. */
async function proposingClient(
  { path }: TestWorkspace,
  person: Person,
  service: ServiceAddress,
): Promise<Client> {
  const wanted = { name: 'Proposes', scopes: allScopes, writes: 'proposed' };
  const answer = await person.client.post(`${path}/tokens`, wanted);
  if (answer.status !== 201) throw new Error(answer.text);
  return createClient(service.baseUrl, answer.json.token as string);
}

/** A workspace with a team, who proposes in it and who accepts. */
export async function newProposing(
  workspace: TestWorkspace,
  teams?: readonly Team[],
  service: ServiceAddress = sharedService(),
) {
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
    service,
    client: await proposingClient(workspace, author, service),
    api: proposalApi(workspace, lead.client),
    /** Lets the time pass for which who was interrupted has others wait. */
    endHold: (id: string) => set(id, { heldUntil: 1 }),
    /** Lets the time pass for which it is open. */
    async expire(id: string) {
      const proposal = toProposal((await getProposalItem(createReader(workspace.database), id))!);
      await set(id, { ...proposalDocument.write({ ...proposal, expiresAt: '2026-01-01T00:00:00.000Z' }) });
    },
  };
}
