import { linesWithTicked } from '../../kernel/api/http/form.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { toolsOutcome } from '../../pages/kit/form-tools.ts';
import { areaField, button, outcomeOf, outcomeView, teamForm } from '../../pages/kit/form-view.ts';
import { dateElement } from '../../pages/messages/times-view.ts';
import { boardPath, proposalPath, proposalsPath } from '../../planning/paths/page-paths.ts';
import { personView, proposalFacts } from './proposal-facts-view.ts';
import { changeView } from './proposed-change-view.ts';
import type { ShownChange } from './proposed-fields.ts';
import type { ShownProposal } from './shown-proposal.ts';

/** The id of the form that accepts, whose boxes stand at the changes. */
const ACCEPT = 'accept';

/** The field of that form by which one without a ticked box is known: boxes that are not ticked are not sent. */
const CHOSEN = 'chosen';

const outcomes = {
  all: 'proposal.madeAll',
  some: 'proposal.madeSome',
  rejected: 'proposal.rejectedNow',
  withdrawn: 'proposal.withdrawnNow',
} as const;

/** What is proposed, change by change, next to what becomes of it. */
export function proposalView(shown: ShownProposal): Html {
  const { t, team, tools, proposal, changes } = shown;
  const at = proposalPath(team.id, proposal.id);
  const isNoneMade = tools.done === 'none' && proposal.status === 'open' && tools.problem === undefined;
  return html`<article class="proposal">
    <header class="intro">
      <p class="crumbs">
        <a href="${boardPath(team.id)}"><bdi>${team.name}</bdi></a>
        <a href="${proposalsPath(team.id)}">${t.text('proposal.all')}</a>
      </p>
      <h1 dir="auto">${proposal.title}</h1>
      ${proposalFacts(shown, proposal)}
      ${
        proposal.status === 'open' &&
        changes.length > 1 &&
        html`<p class="jump"><a href="#decision">${t.text('proposal.decide')}</a></p>`
      }
    </header>
    ${toolsOutcome(tools, isSo(shown) ? outcomeOf(t, outcomes, tools.done) : undefined, `${at}/reject`)}
    ${isNoneMade && outcomeView(undefined, { text: t.text('proposal.madeNone') })}
    <div class="sides">
      <ol class="plain items">
        ${changes.map((change, position) => changeView(shown, change, { position, isTicked: isTicked(shown, change) }))}
      </ol>
      <section class="card decision" aria-labelledby="decision">
        <h2 id="decision">${t.text('proposal.decide')}</h2>
        ${decisionView(shown, at)}
      </section>
    </div>
  </article>`;
}

const isOwn = ({ member, proposal }: ShownProposal): boolean => proposal.by.id === member.memberId;

/** Whether what the address says was done is what became of it. */
function isSo({ tools: { done }, proposal: { status } }: ShownProposal): boolean {
  const isMade = status === 'accepted' || status === 'partly_accepted';
  return done === 'all' || done === 'some' ? isMade : done === status;
}

/** Whether the reader may accept some of it. */
const isTickable = (shown: ShownProposal): boolean =>
  shown.proposal.status === 'open' && !isOwn(shown) && shown.member.role !== 'guest';

/** Whether a change is to be accepted, as the reader left it; undefined if they cannot choose. */
function isTicked(shown: ShownProposal, { id }: ShownChange): boolean | undefined {
  if (!isTickable(shown)) return undefined;
  const { form } = shown.tools;
  return form[CHOSEN] === undefined || linesWithTicked(form, 'changes').split('\n').includes(id);
}

function decisionView(shown: ShownProposal, at: string): Fragment {
  const { t, tools, proposal, member } = shown;
  if (proposal.status !== 'open') return decidedView(shown);
  if (isOwn(shown))
    return html`<p>${t.text('proposal.own')}</p>
      ${teamForm(tools, `${at}/withdraw`, {}, button(t.text('proposal.withdraw'), { quiet: true }))}`;
  if (member.role === 'guest') return html`<p>${t.text('problem.role')}</p>`;
  return html`<p class="hint">${t.text('proposal.acceptText')}</p>
    ${teamForm(tools, `${at}/accept`, { [CHOSEN]: 'yes' }, button(t.text('proposal.acceptTicked')), ACCEPT)}
    <details class="reveal" ${tools.form['note'] !== undefined && html`open`}>
      <summary>${t.text('proposal.rejectFold')}</summary>
      ${areaField('reason', t.text('proposal.reason'), {
        name: 'note',
        form: ACCEPT,
        value: tools.form['note'],
        hint: t.text('proposal.reasonHint'),
        max: 2000,
        problem: tools.problem,
        length: 'short',
      })}
      <button type="submit" class="danger" form="${ACCEPT}" formaction="${at}/reject">
        ${t.text('proposal.reject')}
      </button>
    </details>`;
}

/** What became of it. */
function decidedView({ t, proposal, nameOf }: ShownProposal): Html {
  const { status, decidedBy, decidedAt, reason, changeSetId } = proposal;
  return html`<p><strong>${t.text(`proposal.${status}`)}</strong></p>
    ${status === 'expired' && html`<p>${t.text('proposal.expiredText')}</p>`}
    ${
      decidedBy !== null &&
      decidedAt !== null &&
      html`<p class="facts">
        ${personView(nameOf(decidedBy) ?? t.text('story.someone'))} ${dateElement(decidedAt, t)}
      </p>`
    }
    ${reason !== null && html`<blockquote class="words" dir="auto">${reason}</blockquote>`}
    ${
      changeSetId !== null &&
      html`<p class="hint">
        ${t.markup('proposal.undo', {
          id: html`<a href="/docs/writes#change-sets"><code>${changeSetId}</code></a>`,
        })}
      </p>`
    }`;
}
