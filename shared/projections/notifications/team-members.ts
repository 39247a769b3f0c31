import { getMemberItems, memberIdOf, membersOf } from '../../identity/members/member-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { reachableMember, type ReachableMember } from '../../planning/news/team-members.ts';

/** Members read at once. */
const PAGE_SIZE = 100;

/** The members of a workspace who manage its portals and can be notified: all but guests. */
export async function teamMembers(read: Reader, workspaceId: string): Promise<ReachableMember[]> {
  const found: ReachableMember[] = [];
  for (let before: string | undefined; ;) {
    const listed = await read.query({
      index: 'list',
      partition: membersOf(workspaceId),
      limit: PAGE_SIZE,
      ...(before === undefined ? {} : { before }),
    });
    const items = await getMemberItems(read, workspaceId, listed.map(memberIdOf));
    found.push(
      ...items.flatMap((item) => reachableMember(item) ?? []).filter(({ role }) => role !== 'guest'),
    );
    if (listed.length < PAGE_SIZE) return found;
    before = listed.at(-1)!.pk;
  }
}
