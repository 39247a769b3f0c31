import { uuid } from '../../kernel/core/schema.ts';
import { principalNames } from '../../identity/principals/principal-names.ts';
import { sessionAuthority } from '../session/session-authority.ts';
import type { MemberCall } from './member-call.ts';

/** Returns the names of members and service accounts by their ids, as far as the member can see them. */
export async function namesFor(
  { call: { read, now }, member }: Pick<MemberCall, 'call' | 'member'>,
  ids: readonly string[],
): Promise<(id: string) => string | undefined> {
  const distinct = [...new Set(ids)].filter((id) => uuid().safeParse(id).success);
  if (distinct.length === 0) return () => undefined;
  const caller = await sessionAuthority(member.userId, member)(read, now);
  const names = await Promise.all(distinct.map((id) => principalNames.find(read, caller, id)));
  const byId = new Map(distinct.map((id, position) => [id, names[position]]));
  return (id) => byId.get(id);
}
