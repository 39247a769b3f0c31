import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { proposalStatus } from '../../kernel/api/operation/proposable.ts';
import {
  proposalIdOf,
  proposalSortKey,
  proposalsOf,
  statusAt,
  toProposal,
} from '../../kernel/api/operation/proposal-store.ts';
import type { Item } from '../../kernel/core/database.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/teams/team-access.ts';
import { seesProposal } from './proposal-access.ts';
import { proposalSummarySchema, showProposal } from './proposal.ts';

/** The most proposals that a page looks at. */
const LOOKED_AT_MAX = 500;

export const listProposals = list({
  id: 'listProposals',
  path: `${WORKSPACE_PATH}/proposals`,
  tag: 'Proposals',
  summary: 'List proposals',
  description:
    'Returns the proposals that the caller can see, newest first: those that concern no team that they are not in. A page can end early.',
  scopes: ['proposals:read'],
  errors: ['not_found'],
  query: () => ({
    status: proposalStatus().optional().meta({ description: 'Only those in this state.' }),
    teamId: uuid().optional().meta({ description: 'Only those that concern this team.' }),
  }),
  item: proposalSummarySchema,
  handle: async ({ query: { status, teamId }, caller, read, page, now }) => {
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
  },
});
