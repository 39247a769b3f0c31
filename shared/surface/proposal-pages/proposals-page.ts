import { getTeam } from '../../identity/teams/get-team.ts';
import { proposalStatuses } from '../../kernel/api/operation/proposable.ts';
import { runWhole, run } from '../../pages/kit/run-operation.ts';
import { memberPage } from '../../pages/planning/member-page.ts';
import { namesFor } from '../../pages/planning/names-for.ts';
import { listProposals } from '../proposals/list-proposals.ts';
import { EVERYWHERE, proposalsView } from './proposals-view.ts';

/** The most proposals that a page shows. */
const SHOWN_MAX = 20;

/** The proposals that a member sees, of a team or of all of theirs: the open ones unless they choose others. */
export const page = memberPage({
  async load(asked) {
    const { path, query } = asked;
    const status = proposalStatuses.find((one) => one === query['status']) ?? 'open';
    const isEverywhere = query['teams'] === EVERYWHERE;
    const { cursor } = query;
    const listed = runWhole(asked, listProposals, {
      query: {
        status,
        limit: SHOWN_MAX,
        ...(!isEverywhere && path),
        ...(cursor !== undefined && { cursor }),
      },
    });
    return {
      status,
      isEverywhere,
      team: run(asked, getTeam, { path }),
      listed,
      nameOf: listed.then(({ data }) =>
        namesFor(
          asked,
          data.map(({ by }) => by.id),
        ),
      ),
    };
  },
  view: ({ team, listed, ...loaded }, { t, teams, query }) => ({
    title: `${t.text('proposal.all')} · ${team.name}`,
    body: proposalsView({
      ...loaded,
      t,
      team,
      teams,
      proposals: listed.data,
      nextCursor: listed.meta.nextCursor,
      isFirst: query['cursor'] === undefined,
    }),
  }),
});
