import type { FeedbackVote } from '../../feedback/items/feedback-vote.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import { dateElement } from '../messages/times-view.ts';
import { button, textField } from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

const kinds: Record<FeedbackVote['voterKind'], string | undefined> = {
  user: 'Team',
  customer: 'Added by your team',
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
          ${textField('team-voter', 'Customer’s name', {
            name: 'name',
            value: panel.form['name'],
            required: true,
            max: 120,
          })}
          ${textField('team-voter-email', 'Email address', {
            name: 'email',
            type: 'email',
            value: panel.form['email'],
            required: true,
            max: 254,
          })}
        </div>
        <p class="hint">They get email about this idea, and can unsubscribe in each one.</p>
        ${button('Add their vote')}`,
    ),
];

function voterList({ votes }: ItemPanel): Fragment {
  if (votes === undefined) return html`<p>Ask an admin of your workspace who voted.</p>`;
  if (votes.length === 0) return html`<p>No votes yet.</p>`;
  return html`<ul class="plain voters">
    ${votes.map(
      ({ voterName, voterKind, createdAt }) =>
        html`<li>
          <bdi>${voterName}</bdi> ${kinds[voterKind] && html`<span class="staff">${kinds[voterKind]}</span>`}
          ${dateElement(createdAt)}
        </li>`,
    )}
  </ul>`;
}
