import { pageOf } from '../../kernel/api/operation/page.ts';
import {
  proposalIdOf,
  proposalSortKey,
  proposalsOf,
  statusAt,
  toProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { OperationContext, Page, PageRequest } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { seesProposal } from '../proposal/proposal-access.ts';
import type { ProposalSummary } from './proposal.ts';
import { showProposal } from './show-proposal.ts';

/** The most proposals that a page looks at. */
const LOOKED_AT_MAX = 500;

/** A page of the proposals that a caller sees, of those that they ask for. */
export async function findProposals(
  { caller, read, now }: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  { status, teamId }: { status?: ProposalSummary['status'] | undefined; teamId?: string | undefined },
  page: PageRequest,
): Promise<Page<ProposalSummary>> {
  if (teamId !== undefined) listedTeams(caller, teamId);
  const found: Item[] = [];
  let before = page.after === undefined ? undefined : proposalSortKey(page.after);
  for (let looked = 0; looked < LOOKED_AT_MAX && found.length <= page.limit;) {
    const limit = page.limit + 1;
    const keys = await read.query({
      index: 'list',
      partition: proposalsOf(caller.workspaceId),
      limit,
      ...(before === undefined ? {} : { before }),
    });
    const items = await read.getMany(keys);
    found.push(
      ...items.filter((item): item is Item => {
        if (!item) return false;
        const proposal = toProposal(item);
        return (
          seesProposal(caller, proposal) &&
          (status === undefined || statusAt(proposal, now) === status) &&
          (teamId === undefined || proposal.teamIds.includes(teamId))
        );
      }),
    );
    looked += keys.length;
    before = keys.length < limit ? undefined : keys.at(-1)!.pk;
    if (before === undefined) break;
  }
  const resource = (item: Item) => showProposal(toProposal(item), now);
  return pageOf(
    found,
    page,
    { resource, position: proposalIdOf },
    found.length > page.limit ? undefined : before,
  );
}
