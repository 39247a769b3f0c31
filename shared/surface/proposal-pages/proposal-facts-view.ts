import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../../pages/messages/page-messages.ts';
import { agoElement, dateElement } from '../../pages/messages/times-view.ts';
import { avatar } from '../../pages/views/avatar-view.ts';
import type { ProposalSummary } from '../proposals/proposal.ts';

/** The name of a principal, or of what has an id, if the reader can see it. */
export type NameOf = (id: string) => string | undefined;

interface FactsContext {
  t: PageTexts;
  teams: readonly { id: string; name: string }[];
  nameOf: NameOf;
}

const tones = {
  open: 'planned',
  accepted: 'completed',
  partly_accepted: 'reviewing',
  rejected: 'closed',
  withdrawn: 'closed',
  expired: 'closed',
} as const satisfies Record<ProposalSummary['status'], string>;

/** The state of a proposal, by whom and when it was made, how much it changes, and in which teams. */
export function proposalFacts({ t, teams, nameOf }: FactsContext, proposal: ProposalSummary): Html {
  const { status, by, createdAt, expiresAt, changeCount, teamIds } = proposal;
  return html`<p class="facts">
    <span class="status ${tones[status]}">
      ${
        status === 'open'
          ? html`<span>${t.markup('proposal.until', { date: dateElement(expiresAt, t) })}</span>`
          : t.text(`proposal.${status}`)
      }
    </span>
    ${personView(nameOf(by.id) ?? t.text('story.someone'))}
    ${by.kind === 'service_account' && html`<span class="tag">${t.text('proposal.account')}</span>`}
    ${by.via === 'mcp' && html`<span class="tag">${t.text('proposal.mcp')}</span>`}
    <span>${agoElement(createdAt, t)}</span>
    <span>${t.text('proposal.changes', { count: changeCount })}</span>
    ${teams.filter(({ id }) => teamIds.includes(id)).map(({ name }) => html`<span><bdi>${name}</bdi></span> `)}
  </p>`;
}

export const personView = (name: string): Html =>
  html`<span class="person">${avatar(name)} <bdi>${name}</bdi></span>`;
