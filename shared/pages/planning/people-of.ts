import { compareNames } from '../../kernel/core/compare-names.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import type { MemberCall } from './member-call.ts';
import { run } from '../kit/run-operation.ts';

/** The most members of a team to choose from. */
const PEOPLE_MAX = 100;

/** The members of the team by name; none for guests, who choose no one. */
export async function peopleOf(member: MemberCall): Promise<{ id: string; name: string }[]> {
  if (member.member.role === 'guest') return [];
  const data = await run(member, listMembers, { query: { teamId: member.teamId, limit: PEOPLE_MAX } });
  return data.map(({ id, name }) => ({ id, name })).sort((one, other) => compareNames(one.name, other.name));
}
