import { runWhole, type ActingCall } from '../../pages/kit/run-operation.ts';
import type { OpenProposals } from '../../pages/planning/my-work-view.ts';
import { listProposals } from '../proposals/list-proposals.ts';

/** The most that a person's own page shows. */
const SHOWN_MAX = 5;

/** The newest proposals that a member sees and that wait for someone to decide. */
export async function openProposals(acting: ActingCall): Promise<OpenProposals> {
  const query = { status: 'open', limit: SHOWN_MAX };
  const { data, meta } = await runWhole(acting, listProposals, { query });
  return { shown: data, isMore: meta.hasMore };
}
