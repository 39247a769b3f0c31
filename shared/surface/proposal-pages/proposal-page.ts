import { toTeam } from '../../identity/team/team-store.ts';
import { readNames } from '../../nouns/names.ts';
import { sessionAuthority } from '../../pages/session/session-authority.ts';
import { text, ticked } from '../../pages/kit/form.ts';
import { run } from '../../pages/kit/run-operation.ts';
import { memberForm, memberPage, type AskedPage } from '../../pages/planning/member-page.ts';
import { pageFieldNamesOf } from '../../planning/pages/page-fields.ts';
import { acceptProposal } from '../proposals/accept-proposal.ts';
import { getProposal } from '../proposals/get-proposal.ts';
import type { Proposal } from '../proposals/proposal.ts';
import { rejectProposal } from '../proposals/reject-proposal.ts';
import { withdrawProposal } from '../proposals/withdraw-proposal.ts';
import type { NameOf } from './proposal-facts-view.ts';
import { proposalView } from './proposal-view.ts';
import { chained, CUSTOM, idsIn, rowsOf, titleIn, type ShownChange } from './proposed-fields.ts';

/** What is proposed, and its decision. */
export const page = memberPage({
  async load(asked) {
    const proposal = await run(asked, getProposal, { path: { proposalId: asked.path['proposalId'] } });
    const changes = chained(proposal);
    const hasFields = changes.flatMap(rowsOf).some(({ field }) => field.startsWith(CUSTOM));
    const fieldNames = await pageFieldNamesOf(hasFields ? proposal.teamIds : [], (operation, input) =>
      run(asked, operation, input),
    );
    return { proposal, changes, fieldNames, nameOf: await namesOf(asked, proposal, changes) };
  },
  view: (loaded, { t, teams, item, member, tools }) => ({
    title: loaded.proposal.title,
    body: proposalView({ ...loaded, t, tools, teams, team: toTeam(item), member }),
  }),
});

/** The names of what the changes say by ids, and of what they make. */
async function namesOf(
  { call: { read, now }, member }: AskedPage,
  { by, decidedBy }: Proposal,
  changes: readonly ShownChange[],
): Promise<NameOf> {
  const caller = await sessionAuthority(member.userId, member)(read, now);
  const people = [by.id, ...(decidedBy === null ? [] : [decidedBy])];
  const stored = await readNames({ read, caller }, [
    ...people.map((id) => ['principal', id] as const),
    ...idsIn(changes),
  ]);
  const made = changes
    .filter(({ before }) => before === null)
    .map(({ resourceId, after }) => [resourceId, titleIn(after)]);
  const byId = new Map([...made, ...stored] as [string, string | undefined][]);
  return (id) => byId.get(id);
}

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
