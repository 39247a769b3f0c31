import type { FormTools } from '../../pages/kit/form-tools.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';
import type { Proposal } from '../proposals/proposal.ts';
import type { NameOf } from './proposal-facts-view.ts';
import type { ShownChange } from './proposed-fields.ts';

/** What the page of a proposal shows. */
export interface ShownProposal {
  t: PageTexts;
  tools: FormTools;
  /** The teams that the reader is in, and the one whose page this is. */
  teams: readonly { id: string; name: string }[];
  team: { id: string; name: string };
  /** The reader. */
  member: { memberId: string; role: 'admin' | 'member' | 'guest' };
  proposal: Proposal;
  changes: readonly ShownChange[];
  /** The names of custom fields by their keys. */
  fieldNames: ReadonlyMap<string, string>;
  nameOf: NameOf;
}

/** What a page needs to show changes, whatever they are part of. */
export type ShowingChanges = Pick<ShownProposal, 't' | 'fieldNames' | 'nameOf'> & {
  team: { id: string };
  proposal: Pick<Proposal, 'teamIds' | 'status'>;
};
