import { itemStatuses } from '../../feedback/items/item.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { banTools, commentsToShow, commentTools } from './comment-tools-view.ts';
import {
  areaField,
  button,
  checkField,
  discardForm,
  outcomeOf,
  outcomeView,
  revealed,
  selectField,
  teamForm,
  textField,
} from '../kit/form-view.ts';
import { editForm, isEdit, wordsOf } from './edit-form-view.ts';
import { itemForm, textsOf, type ItemPanel } from './item-form-view.ts';
import { mergeForm } from './merge-form-view.ts';
import { savedNow } from './saved-now-view.ts';
import { SHOWN, shownValue } from './shown-values.ts';
import { storyToolsView } from './story-tools-view.ts';
import { voterTools } from './voter-tools-view.ts';

const outcomes: Record<string, PlainText> = {
  save: 'manage.saved',
  edit: 'manage.saved',
  answer: 'tools.answer',
  note: 'tools.note',
  pin: 'tools.pin',
  unpin: 'tools.unpin',
  merge: 'tools.merge',
  unmerge: 'tools.unmerge',
  hide: 'tools.hide',
  show: 'tools.show',
  'hide-comment': 'tools.hide-comment',
  'show-comment': 'tools.show-comment',
  'delete-comment': 'tools.delete-comment',
  ban: 'tools.ban',
  unban: 'tools.unban',
  vote: 'tools.vote',
  unvote: 'tools.unvote',
  link: 'tools.link',
  unlink: 'tools.unlink',
  story: 'tools.story',
};

/** A part of the panel that is folded away. */
const fold = (title: string, body: Fragment, open = false): Html =>
  html`<details ${open && html`open`}>
    <summary>${title}</summary>
    <div class="inside">${body}</div>
  </details>`;

/** The team's tools for an item. */
export function itemPanelView(panel: ItemPanel): Html {
  const { t, done, problem, item, form } = panel;
  const sent = (...names: string[]) => names.some((name) => form[name] !== undefined);
  const did = (...acts: string[]) => done !== undefined && acts.includes(done);
  return html`<section class="card sheet team narrow" id="team" tabindex="-1" aria-labelledby="team-title">
    <h2 id="team-title">${t.text('tools.title')}</h2>
    <p class="hint">
      ${t.text('tools.about')}
      <a href="${addresses.manage(panel.portal.slug)}">${t.text('manage.inbox')}</a>
    </p>
    ${
      panel.addedBy !== undefined &&
      html`<p>
        ${t.markup('tools.postedFor', {
          member: html`<bdi>${panel.addedBy}</bdi>`,
          customer: html`<bdi>${item.authorName}</bdi>`,
        })}
      </p>`
    }
    ${outcomeView(outcomeOf(t, outcomes, done), problem)}
    ${problem?.isKept && discardForm(panel, `${addresses.manageItem(panel.portal.slug, item.slug)}/save`)}
    ${undoMerge(panel)} ${isHiddenAlone(item) && unhideForm(panel)} ${savedByOthers(panel)}
    ${item.mergedIntoId === null ? triage(panel) : separate(panel)}
    ${fold(
      t.text(panel.place === 'idea' ? 'tools.notes' : 'tools.comments', {
        count: commentsToShow(panel).length,
      }),
      commentTools(panel),
      did('answer', 'note', 'pin', 'unpin', 'hide-comment', 'show-comment', 'delete-comment'),
    )}
    ${item.mergedIntoId === null && fold(t.text('tools.edit'), editForm(panel), isEdit(form) || did('edit'))}
    ${item.hidden ? '' : fold(t.text('tools.reply'), replyForm(panel), sent('content'))}
    ${fold(t.text('tools.internalNote'), noteForm(panel), sent('note'))}
    ${fold(t.text('tools.votes', { count: item.voteCount }), voterTools(panel), sent('name', 'email') || did('vote', 'unvote') || panel.votes?.isFirst === false)}
    ${fold(
      t.text('tools.stories', { count: panel.stories.length }),
      storyToolsView(panel),
      sent('reference', 'teamId') || did('link', 'unlink', 'story'),
    )}
    ${
      item.mergedIntoId === null &&
      fold(t.text('tools.mergeOrHide'), mergeAndHide(panel), sent('into', 'visitor') || did('ban', 'unban'))
    }
  </section>`;
}

/** Whether the team has hidden an item itself. */
const isHiddenAlone = ({ hidden, mergedIntoId }: ItemPanel['item']): boolean =>
  hidden && mergedIntoId === null;

/** What takes back that an item is hidden, at once or later. */
const unhideForm = (panel: ItemPanel): Html =>
  itemForm(panel, 'show', button(panel.t.text('tools.showIt'), { quiet: true }));

/** Takes back the merge that led here. */
const undoMerge = ({ done, from, ...panel }: ItemPanel): Html | false =>
  done === 'merge' &&
  from !== undefined &&
  teamForm(
    panel,
    `${addresses.manageItem(panel.portal.slug, from)}/unmerge`,
    { place: panel.returnTo },
    button(panel.t.text('inbox.undo'), { quiet: true }),
  );

/** What is stored now where it differs from a form that was written for an earlier version. */
const savedByOthers = ({ t, form, item, portal }: ItemPanel): Fragment => {
  const nameOf = (id: string | undefined) => portal.boards.find((board) => board.id === id)?.name;
  const statusOf = (value: string | undefined) => {
    const known = itemStatuses.find((status) => status === value);
    return known === undefined ? value : t.text(`status.${known}`);
  };
  const named = { ...form, status: statusOf(form['status']), boardId: nameOf(form['boardId']) };
  if (isEdit(form)) return savedNow(t, form, item, wordsOf(item));
  return savedNow(t, named, item, [
    { label: 'list.status', name: 'status', saved: statusOf(item.status) },
    { label: 'form.board', name: 'boardId', saved: nameOf(item.boardId) },
    { label: 'tools.tags', name: 'tags', saved: item.tags.join(', ') },
    { label: 'tools.internalTags', name: 'internalTags', saved: item.internalTags.join(', ') },
    { label: 'tools.roadmapNote', name: 'roadmapSummary', saved: item.roadmapSummary },
  ]);
};

function triage(panel: ItemPanel): Html {
  const { t, item, portal, form, problem } = panel;
  const { status, boardId, roadmapSummary } = item;
  const stored = { tags: item.tags.join(', '), internalTags: item.internalTags.join(', ') };
  // A field that was emptied is not in the form.
  const shown: Partial<Record<string, string | null>> =
    form['boardId'] === undefined ? { status, boardId, roadmapSummary, ...stored } : form;
  const boards = portal.boards.map(({ id, name }) => ({ value: id, text: name }));
  const statuses = itemStatuses.map((value) => ({ value, text: t.text(`status.${value}`) }));
  return itemForm(
    panel,
    'save',
    html`<div class="row statusrow">
        ${selectField('team-status', t.text('list.status'), {
          name: 'status',
          choices: statuses,
          chosen: shown['status'] ?? item.status,
        })}
        ${selectField('team-board', t.text('form.board'), {
          name: 'boardId',
          choices: boards,
          chosen: shown['boardId'] ?? item.boardId,
        })}
      </div>
      <div class="row">
        ${textField('team-tags', t.text('tools.tags'), {
          name: 'tags',
          problem,
          value: shown['tags'],
          hint: t.text('tools.tagsHint'),
          max: 900,
        })}
        ${textField('team-internal-tags', t.text('tools.internalTags'), {
          name: 'internalTags',
          problem,
          value: shown['internalTags'],
          hint: t.text('tools.internalTagsHint'),
          max: 900,
        })}
      </div>
      ${areaField('team-summary', t.text('tools.roadmapNote'), {
        name: 'roadmapSummary',
        length: 'short',
        problem,
        value: shown['roadmapSummary'],
        hint: t.text('tools.roadmapNoteHint'),
        max: 500,
      })}
      ${button(t.text('button.save'))}`,
    { [SHOWN]: shownValue(textsOf(item)) },
  );
}

const separate = (panel: ItemPanel): Html =>
  itemForm(
    panel,
    'unmerge',
    html`<p>${panel.t.text('tools.isMerged')}</p>
      ${button(panel.t.text('tools.separate'))}`,
  );

const replyForm = (panel: ItemPanel): Html =>
  itemForm(
    panel,
    'answer',
    html`${areaField('team-answer', panel.t.text('tools.publicReply'), {
      name: 'content',
      problem: panel.problem,
      value: panel.form['content'],
      hint: panel.t.text('tools.publicReplyHint'),
      required: true,
      max: 4_000,
    })}
    ${checkField('team-official', panel.t.text('tools.pinReply'), 'official')}
    ${button(panel.t.text('tools.postReply'), { quiet: true })}`,
  );

const noteForm = (panel: ItemPanel): Html =>
  itemForm(
    panel,
    'note',
    html`${areaField('team-note', panel.t.text('tools.noteField'), {
      name: 'note',
      problem: panel.problem,
      value: panel.form['note'],
      hint: panel.t.text('tools.noteHint'),
      names: { all: panel.people.map(({ name }) => name), label: panel.t.text('story.people') },
      required: true,
      max: 4_000,
    })}
    ${button(panel.t.text('tools.saveNote'), { quiet: true })}`,
  );

const mergeAndHide = (panel: ItemPanel): Fragment => [
  !panel.item.hidden && mergeForm(panel),
  panel.item.hidden
    ? revealed(
        panel.t.text('tools.deleteFold'),
        itemForm(panel, 'delete', button(panel.t.text('tools.deleteIt'), { quiet: true })),
      )
    : itemForm(panel, 'hide', button(panel.t.text('tools.hideIt'), { quiet: true })),
  banTools(panel, panel.item),
];
