import type { Team } from '../../identity/team/team.ts';
import { proposalStatuses } from '../../kernel/api/operation/proposable.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';
import { planningTabs } from '../../pages/planning/planning-tabs-view.ts';
import { boardPath, proposalPath, proposalsPath } from '../../planning/paths/page-paths.ts';
import type { ProposalSummary } from '../proposals/proposal.ts';
import { proposalFacts, type NameOf } from './proposal-facts-view.ts';

/** The value of the query parameter `teams` for the proposals of all teams of the reader, and of none. */
export const EVERYWHERE = 'all';

interface ShownProposals {
  t: PageTexts;
  team: Pick<Team, 'id' | 'name' | 'sprintsEnabled'>;
  /** The teams that the reader is in. */
  teams: readonly { id: string; name: string }[];
  status: ProposalSummary['status'];
  /** Whether they are those of all teams that the reader is in. */
  isEverywhere: boolean;
  /** The newest first. */
  proposals: readonly ProposalSummary[];
  nextCursor: string | null;
  /** Whether it is the first page of them. */
  isFirst: boolean;
  nameOf: NameOf;
}

/** The proposals that a member sees, with the choice of other ones. */
export function proposalsView(shown: ShownProposals): Html {
  const { t, team, status, isEverywhere, proposals, nextCursor } = shown;
  const pathWith = (choice: { status?: string; teams?: string | undefined; cursor?: string }): string => {
    const all = { status, teams: isEverywhere ? EVERYWHERE : undefined, ...choice };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `${proposalsPath(team.id)}?${new URLSearchParams(given).toString()}`;
  };
  const link = (href: string, text: string, isCurrent: boolean): Html =>
    html`<a href="${href}" ${isCurrent && html`aria-current="true"`}><bdi>${text}</bdi></a>`;
  return html`<header class="intro board-head">
      <div>
        <p class="crumbs">
          <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        </p>
        <h1>${t.text('proposal.all')}</h1>
      </div>
      <p class="whose">
        ${link(pathWith({ teams: undefined }), team.name, !isEverywhere)}
        ${link(pathWith({ teams: EVERYWHERE }), t.text('proposal.everywhere'), isEverywhere)}
      </p>
    </header>
    ${planningTabs(t, team, 'proposals')}
    <nav aria-label="${t.text('story.status')}">
      <ul class="plain states">
        ${proposalStatuses.map(
          (one) =>
            html`<li>${link(pathWith({ status: one }), t.text(`proposal.${one}`), one === status)}</li>`,
        )}
      </ul>
    </nav>
    ${
      proposals.length > 0
        ? html`<ul class="plain items">
            ${proposals.map((proposal) => proposalRow(shown, proposal))}
          </ul>`
        : nextCursor === null && emptyView(shown)
    }
    ${
      nextCursor !== null &&
      html`<p class="send">
        <a class="button quiet" href="${pathWith({ cursor: nextCursor })}">${t.text('board.older')}</a>
      </p>`
    }`;
}

const emptyView = ({ t, status, isFirst }: ShownProposals): Html =>
  html`<div class="card empty">
    <h2>${t.text(status === 'open' && isFirst ? 'proposal.none' : 'proposal.noneHere')}</h2>
    <p>${t.text('proposal.noneText')}</p>
    <p><a class="button quiet" href="/docs/writes#proposals">${t.text('proposal.guide')}</a></p>
  </div>`;

const proposalRow = (shown: ShownProposals, proposal: ProposalSummary): Html =>
  html`<li class="card mini">
    <h2 dir="auto"><a href="${proposalPath(shown.team.id, proposal.id)}">${proposal.title}</a></h2>
    ${proposalFacts(shown, proposal)}
  </li>`;
