import { compareNames } from '../../kernel/core/compare-names.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import type { Member } from '../../identity/members/member.ts';
import { runFor, type MemberCall } from './member-call.ts';

/** The most members of a team to choose from. */
const PEOPLE_MAX = 100;

/** The members of the team by name; none for guests, who choose nobody. */
export async function peopleOf(member: MemberCall): Promise<{ id: string; name: string }[]> {
  if (member.member.role === 'guest') return [];
  const { data } = await runFor(member, listMembers, { query: { teamId: member.teamId, limit: PEOPLE_MAX } });
  return (data as Member[])
    .map(({ id, name }) => ({ id, name }))
    .sort((one, other) => compareNames(one.name, other.name));
}
