import type { FeedbackVote } from '../../feedback/items/feedback-vote.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { addresses, withQuery } from '../portal/addresses.ts';
import { dateElement } from '../messages/times-view.ts';
import { button, textField } from '../kit/form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';

/** The query of a further page of voters, and the id of their list. */
export const VOTERS = 'voters';

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

function voterList(panel: ItemPanel): Fragment {
  const { t, votes, item } = panel;
  if (votes === undefined) return html`<p>${t.text('tools.askWhoVoted')}</p>`;
  if (votes.shown.length === 0)
    return html`<p>${t.text(item.voteCount === 0 ? 'tools.noVotes' : 'tools.unnamedVotes')}</p>`;
  return [
    html`<ul class="plain voters" id="${VOTERS}" tabindex="-1">
      ${votes.shown.map((vote) => voterRow(panel, vote))}
    </ul>`,
    pagesOf(panel, votes),
  ];
}

const voterRow = (panel: ItemPanel, { id, voterName, voterKind, createdAt }: FeedbackVote): Html =>
  html`<li id="vote-${id}" tabindex="-1">
    <bdi>${voterName}</bdi>
    ${kinds[voterKind] && html`<span class="staff">${panel.t.text(kinds[voterKind])}</span>`}
    ${dateElement(createdAt, panel.t)}
    ${
      voterKind === 'customer' &&
      itemForm(
        panel,
        'unvote',
        html`<button type="submit" class="link">
          ${panel.t.text('tools.removeVote')}<span class="hidden"> <bdi>${voterName}</bdi></span>
        </button>`,
        { vote: id },
      )
    }
  </li>`;

/** With a script, further voters are added to the list; without it, they are on a page of their own. */
function pagesOf(
  { t, portal, item }: ItemPanel,
  { next, isFirst }: NonNullable<ItemPanel['votes']>,
): Html | false {
  const to = (cursor: string | undefined) =>
    `${withQuery(addresses.manageItem(portal.slug, item.slug), { [VOTERS]: cursor })}#${VOTERS}`;
  return (
    (next !== null || !isFirst) &&
    html`<p class="pages">
      ${
        next !== null &&
        html`<a data-more="${VOTERS}" data-done="${t.text('tools.votersAdded')}" href="${to(next)}"
          >${t.text('list.more')}</a
        >`
      }
      ${!isFirst && html`<a href="${to(undefined)}">${t.text('list.first')}</a>`}
    </p>`
  );
}
