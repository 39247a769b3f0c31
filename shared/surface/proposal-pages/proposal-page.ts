import { toTeam } from '../../identity/team/team-store.ts';
import { text, ticked } from '../../pages/kit/form.ts';
import { run } from '../../pages/kit/run-operation.ts';
import { memberForm, memberPage } from '../../pages/planning/member-page.ts';
import { pageFieldNamesOf } from '../../planning/pages/page-fields.ts';
import { acceptProposal } from '../proposals/accept-proposal.ts';
import { getProposal } from '../proposals/get-proposal.ts';
import { rejectProposal } from '../proposals/reject-proposal.ts';
import { withdrawProposal } from '../proposals/withdraw-proposal.ts';
import { namesOfChanges } from './names-of-changes.ts';
import { proposalView } from './proposal-view.ts';
import { chained, CUSTOM, rowsOf } from './proposed-fields.ts';

/** What is proposed, and its decision. */
export const page = memberPage({
  async load(asked) {
    const proposal = await run(asked, getProposal, { path: { proposalId: asked.path['proposalId'] } });
    const changes = chained(proposal);
    const hasFields = changes.flatMap(rowsOf).some(({ field }) => field.startsWith(CUSTOM));
    const fieldNames = await pageFieldNamesOf(hasFields ? proposal.teamIds : [], (operation, input) =>
      run(asked, operation, input),
    );
    return {
      proposal,
      changes,
      fieldNames,
      nameOf: await namesOfChanges(asked, changes, [proposal.by.id, proposal.decidedBy]),
    };
  },
  view: (loaded, { t, teams, item, member, tools }) => ({
    title: loaded.proposal.title,
    body: proposalView({ ...loaded, t, tools, teams, team: toTeam(item), member }),
  }),
});

const decision = {
  conflict: [undefined, 'proposal.tooLate'],
  own_proposal: [undefined, 'proposal.own'],
} as const;

export const forms = {
  acceptProposalOfTeam: memberForm({
    operation: acceptProposal,
    fields: { changes: ticked('changes') },
    // Accepts what the page has shown alone: others may have been proposed since.
    body: () => ({ changes: [] }),
    refusals: { ...decision, changes: [undefined, 'proposal.noneTicked'] },
    done: ({ page }, { applied, conflicts }) =>
      `${page}?done=${applied.length === 0 ? 'none' : conflicts.length === 0 ? 'all' : 'some'}`,
  }),
  rejectProposalOfTeam: memberForm({
    operation: rejectProposal,
    fields: { note: text('reason') },
    refusals: decision,
    done: '?done=rejected',
  }),
  withdrawOwnProposal: memberForm({
    operation: withdrawProposal,
    refusals: decision,
    done: '?done=withdrawn',
  }),
};
