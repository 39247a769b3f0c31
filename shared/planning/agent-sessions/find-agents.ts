import { toMembership } from '../../kernel/auth/membership-store.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { getMemberItems, memberIdOf } from '../../identity/members/member-store.ts';
import {
  getServiceAccountItem,
  serviceAccountsOf,
  toServiceAccount,
} from '../../identity/service-accounts/service-account-store.ts';
import { reachableMembers } from '../news/team-members.ts';
import { findMentioned, mayMention } from '../news/find-mentioned.ts';

/** Where an agent is called to. */
interface AgentTeam {
  workspaceId: string;
  teamId: string;
}

/** A service account that can see a story. */
export interface Agent {
  id: string;
  name: string;
}

/** The maximum number of service accounts of a workspace that can be mentioned. */
const ACCOUNTS_MAX = 1_000;

const toAgent = (item: Item): Agent => {
  const { id, name } = toServiceAccount(item);
  return { id, name };
};

const isIn = (teamId: string, item: Item): boolean => toMembership(item).teamIds.has(teamId);

/** The agent with an id if it is in a team; undefined for anybody else. */
export async function findAgent(
  read: Reader,
  { workspaceId, teamId, id }: AgentTeam & { id: string },
): Promise<Agent | undefined> {
  const item = await getServiceAccountItem(read, workspaceId, id);
  return item && isIn(teamId, item) ? toAgent(item) : undefined;
}

/** The agents of a team that a text mentions, as people are mentioned: a first name is enough if no one else has it. */
export async function findMentionedAgents(read: Reader, place: AgentTeam, text: string): Promise<Agent[]> {
  if (!mayMention(text)) return [];
  const { workspaceId, teamId } = place;
  const keys = await read.query({
    index: 'list',
    partition: serviceAccountsOf(workspaceId),
    limit: ACCOUNTS_MAX,
  });
  const items = await getMemberItems(read, workspaceId, keys.map(memberIdOf));
  const agents = items.flatMap((item) => (item && isIn(teamId, item) ? toAgent(item) : []));
  if (agents.length === 0) return [];
  const people = await reachableMembers(read, place);
  const mentioned = await findMentioned(text, [...agents, ...people]);
  return agents.filter(({ id }) => mentioned.has(id));
}
