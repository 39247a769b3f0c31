import { itemStatuses } from '../../feedback/items/item.ts';
import { statusNames } from '../../feedback/items/status-names.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../public-portals/addresses.ts';
import { commentTools } from './comment-tools-view.ts';
import {
  areaField,
  button,
  checkField,
  outcomeOf,
  outcomeView,
  revealed,
  selectField,
  textField,
} from './form-view.ts';
import { itemForm, type ItemPanel } from './item-form-view.ts';
import { savedNow } from './saved-now-view.ts';
import { storyToolsView } from './story-tools-view.ts';
import { voterTools } from './voter-tools-view.ts';

const outcomes: Record<string, string> = {
  save: 'Saved.',
  answer: 'Your reply is posted.',
  note: 'Your note is saved. Only your team can see it.',
  pin: 'This is now the official answer.',
  unpin: 'The official answer is no longer pinned.',
  merge: 'Merged. Votes move here in a moment.',
  unmerge: 'The ideas are separate again.',
  hide: 'This idea is hidden. Only your team can see it.',
  show: 'This idea is public again.',
  'hide-comment': 'The comment is hidden.',
  'show-comment': 'The comment is public again.',
  'delete-comment': 'The comment is deleted.',
  ban: 'This visitor can no longer post or vote.',
  unban: 'This visitor can post and vote again.',
  vote: 'The vote is added.',
  link: 'The story is linked.',
  unlink: 'The story is no longer linked.',
  story: 'The story is created and linked.',
};

/** A part of the panel that is folded away. */
const fold = (title: string, body: Fragment, open = false): Html =>
  html`<details ${open && html`open`}>
    <summary>${title}</summary>
    <div class="inside">${body}</div>
  </details>`;

/** The team's tools for an item. */
export function itemPanelView(panel: ItemPanel): Html {
  const { done, problem, item, form } = panel;
  const sent = (...names: string[]) => names.some((name) => form[name] !== undefined);
  return html`<section class="card sheet team narrow" id="team" tabindex="-1" aria-labelledby="team-title">
    <h2 id="team-title">Team</h2>
    <p class="hint">
      Only members of your workspace see this part.
      <a href="${addresses.manage(panel.portal.slug)}">Inbox</a>
    </p>
    ${outcomeView(outcomeOf(outcomes, done), problem)} ${savedByOthers(panel)}
    ${item.mergedIntoId === null ? triage(panel) : separate(panel)}
    ${item.hidden ? '' : fold('Reply', replyForm(panel), sent('content'))}
    ${fold('Internal note', noteForm(panel), sent('note'))}
    ${fold(`Comments and notes (${panel.comments.length})`, commentTools(panel))}
    ${fold(`Votes (${item.voteCount})`, voterTools(panel), sent('name', 'email'))}
    ${fold(`Stories (${panel.stories.length})`, storyToolsView(panel), sent('reference', 'title'))}
    ${item.mergedIntoId === null && fold('Merge or hide', mergeAndHide(panel), sent('into'))}
  </section>`;
}

/** What is stored now where it differs from a form that was written for an earlier version. */
const savedByOthers = ({ form, item, portal }: ItemPanel): Fragment => {
  const nameOf = (id: string | undefined) => portal.boards.find((board) => board.id === id)?.name;
  const statusOf = (value: string | undefined) => statusNames[value as keyof typeof statusNames] ?? value;
  const named = { ...form, status: statusOf(form['status']), boardId: nameOf(form['boardId']) };
  return savedNow(named, item, [
    { label: 'Status', name: 'status', saved: statusNames[item.status] },
    { label: 'Board', name: 'boardId', saved: nameOf(item.boardId) },
    { label: 'Public tags', name: 'tags', saved: item.tags.join(', ') },
    { label: 'Internal tags', name: 'internalTags', saved: item.internalTags.join(', ') },
    { label: 'Roadmap note', name: 'roadmapSummary', saved: item.roadmapSummary },
  ]);
};

function triage(panel: ItemPanel): Html {
  const { item, portal, form } = panel;
  const { status, boardId, roadmapSummary } = item;
  const stored = { tags: item.tags.join(', '), internalTags: item.internalTags.join(', ') };
  // A field that was emptied is not in the form.
  const shown: Partial<Record<string, string | null>> =
    form['boardId'] === undefined ? { status, boardId, roadmapSummary, ...stored } : form;
  const boards = portal.boards.map(({ id, name }) => ({ value: id, text: name }));
  const statuses = itemStatuses.map((value) => ({ value, text: statusNames[value] }));
  return itemForm(
    panel,
    'save',
    html`<div class="row">
        ${selectField('team-status', 'Status', {
          name: 'status',
          choices: statuses,
          chosen: shown['status'] ?? item.status,
        })}
        ${selectField('team-board', 'Board', {
          name: 'boardId',
          choices: boards,
          chosen: shown['boardId'] ?? item.boardId,
        })}
      </div>
      <div class="row">
        ${textField('team-tags', 'Public tags', {
          name: 'tags',
          value: shown['tags'],
          hint: 'Separate tags with commas.',
          max: 900,
        })}
        ${textField('team-internal-tags', 'Internal tags', {
          name: 'internalTags',
          value: shown['internalTags'],
          hint: 'Only your team sees them.',
          max: 900,
        })}
      </div>
      ${textField('team-summary', 'Roadmap note', {
        name: 'roadmapSummary',
        value: shown['roadmapSummary'],
        hint: 'Shown on the roadmap, and in email about a new status.',
        max: 500,
      })}
      ${button('Save')}`,
  );
}

const separate = (panel: ItemPanel): Html =>
  itemForm(
    panel,
    'unmerge',
    html`<p>This idea is merged into another one. Its address leads there.</p>
      ${button('Separate again')}`,
  );

const replyForm = (panel: ItemPanel): Html =>
  itemForm(
    panel,
    'answer',
    html`${areaField('team-answer', 'Public reply', {
      name: 'content',
      value: panel.form['content'],
      hint: 'Posted publicly with your name and the mark “Team”.',
      required: true,
      max: 4_000,
    })}
    ${checkField('team-official', 'Pin it as the official answer', 'official')} ${button('Post reply')}`,
  );

const noteForm = (panel: ItemPanel): Html =>
  itemForm(
    panel,
    'note',
    html`${areaField('team-note', 'Note', {
      name: 'note',
      value: panel.form['note'],
      hint: 'Only your team can read it.',
      required: true,
      max: 4_000,
    })}
    ${button('Save note')}`,
  );

const mergeAndHide = (panel: ItemPanel): Fragment => [
  !panel.item.hidden &&
    itemForm(
      panel,
      'merge',
      html`<div class="field">
          <label for="team-into">Merge into</label>
          <input
            id="team-into"
            name="into"
            list="team-others"
            required
            maxlength="300"
            autocomplete="off"
            value="${panel.form['into']}"
            aria-describedby="team-into-hint"
          />
          <datalist id="team-others">
            ${panel.others.map(({ slug, title }) => html`<option value="${slug}">${title}</option>`)}
          </datalist>
          <p class="hint" id="team-into-hint">
            Choose an idea or paste its address. Votes and comments move to it. You can undo this.
          </p>
        </div>
        ${button('Merge')}`,
    ),
  panel.item.hidden
    ? [
        itemForm(panel, 'show', button('Make public again')),
        revealed(
          'Delete this idea…',
          itemForm(panel, 'delete', button('Delete with its votes and comments', { quiet: true })),
        ),
      ]
    : itemForm(panel, 'hide', button('Hide from the public', { quiet: true })),
];
