import { readNames } from '../../nouns/names.ts';
import type { MemberCall } from '../../pages/planning/member-call.ts';
import { sessionAuthority } from '../../pages/session/session-authority.ts';
import type { NameOf } from './proposal-facts-view.ts';
import { idsIn, titleIn, type ShownChange } from './proposed-fields.ts';

/** The names of people, and of what changes say by ids and of what they make, as far as the member sees them. */
export async function namesOfChanges(
  { call: { read, now }, member }: Pick<MemberCall, 'call' | 'member'>,
  changes: readonly ShownChange[],
  people: readonly (string | null)[] = [],
): Promise<NameOf> {
  const caller = await sessionAuthority(member.userId, member)(read, now);
  const stored = await readNames({ read, caller }, [
    ...people.flatMap((id) => (id === null ? [] : [['principal', id] as const])),
    ...idsIn(changes),
  ]);
  const made = changes
    .filter(({ before }) => before === null)
    .map(({ resourceId, after }) => [resourceId, titleIn(after)]);
  const byId = new Map([...made, ...stored] as [string, string | undefined][]);
  return (id) => byId.get(id);
}
