import type { FeedbackVote } from '../../feedback/items/feedback-vote.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { dateElement } from '../messages/times-view.ts';
import { button, textField } from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

const kinds: Record<FeedbackVote['voterKind'], PlainText | undefined> = {
  user: 'team',
  customer: 'tools.addedVoter',
  visitor: undefined,
};

/** Who voted for an item, and a form to add a customer's vote. */
export const voterTools = (panel: ItemPanel): Fragment => [
  voterList(panel),
  !panel.item.hidden &&
    itemForm(
      panel,
      'vote',
      html`<div class="row">
          ${textField('team-voter', panel.t.text('tools.voterName'), {
            name: 'name',
            problem: panel.problem,
            value: panel.form['name'],
            required: true,
            max: 120,
          })}
          ${textField('team-voter-email', panel.t.text('tools.voterEmail'), {
            name: 'email',
            problem: panel.problem,
            type: 'email',
            value: panel.form['email'],
            required: true,
            max: 254,
          })}
        </div>
        <p class="hint">${panel.t.text('tools.voterHint')}</p>
        ${button(panel.t.text('tools.addVote'), { quiet: true })}`,
    ),
];

function voterList({ t, votes, item }: ItemPanel): Fragment {
  if (votes === undefined) return html`<p>${t.text('tools.askWhoVoted')}</p>`;
  if (votes.length === 0)
    return html`<p>${t.text(item.voteCount === 0 ? 'tools.noVotes' : 'tools.unnamedVotes')}</p>`;
  return html`<ul class="plain voters">
    ${votes.map(
      ({ voterName, voterKind, createdAt }) =>
        html`<li>
          <bdi>${voterName}</bdi>
          ${kinds[voterKind] && html`<span class="staff">${t.text(kinds[voterKind])}</span>`}
          ${dateElement(createdAt, t)}
        </li>`,
    )}
  </ul>`;
}
