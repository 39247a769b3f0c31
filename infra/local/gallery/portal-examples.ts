import { html, type Fragment } from '../../../shared/kernel/html/html.ts';
import { renderMarkdown } from '../../../shared/feedback/markdown/markdown.ts';
import { itemStatuses } from '../../../shared/feedback/items/item.ts';
import type { PageTexts } from '../../../shared/pages/messages/page-messages.ts';
import { button, checkField, selectField } from '../../../shared/pages/kit/form-view.ts';
import { avatar } from '../../../shared/pages/views/avatar-view.ts';
import { changelogView } from '../../../shared/pages/public-portals/changelog-view.ts';
import {
  commentsSection,
  officialAnswer,
  type Comments,
} from '../../../shared/pages/public-portals/comments-view.ts';
import { staffMark, statusBadge, tagList, voteButton } from '../../../shared/pages/portal/components-view.ts';
import { deletionForm } from '../../../shared/pages/public-portals/deletion-form-view.ts';
import { doneNote } from '../../../shared/pages/views/done-note-view.ts';
import { portalErrorView } from '../../../shared/pages/portal/error-view.ts';
import { feedbackFormView } from '../../../shared/pages/public-portals/feedback-form-view.ts';
import { feedbackView, type FeedbackQuery } from '../../../shared/pages/public-portals/feedback-view.ts';
import { feedbackUpdateView } from '../../../shared/pages/public-portals/feedback-update-view.ts';
import { ideaRow } from '../../../shared/pages/public-portals/item-row-view.ts';
import type { PortalVisitor } from '../../../shared/pages/portal/layout-view.ts';
import { roadmapView } from '../../../shared/pages/public-portals/roadmap-view.ts';
import {
  arabicItem,
  sampleComment,
  sampleItem,
  sampleMarkdown,
  samplePortal,
  sampleUpdate,
  stranger,
  visitor,
} from './samples.ts';

/** A component in one of its states, by the name of the example. */
export type Examples = Readonly<Record<string, Fragment>>;

const portal = samplePortal();
const item = sampleItem();
const none: ReadonlySet<string> = new Set();
const noQuery: FeedbackQuery = {
  q: undefined,
  status: undefined,
  boardId: undefined,
  tag: undefined,
  sort: undefined,
  cursor: undefined,
};

/** The components of portals. `arabic` has the texts of those that are shown from right to left. */
export function portalExamples(t: PageTexts, arabic: PageTexts): Examples {
  const place = { t, portal, visitor, voted: none, path: '/' };
  const voted = { ...place, voted: new Set([item.id]) };
  const rows = (row: Fragment) =>
    html`<ul class="plain items">
      ${row}
    </ul>`;
  const form = (values: Record<string, string>, problem?: string, by: PortalVisitor = visitor) =>
    feedbackFormView({ t, portal, visitor: by, memberName: undefined, form: values, problem, formNonce: '' })
      .body;
  const list = (items: (typeof item)[], query = noQuery) =>
    feedbackView({
      t,
      portal: samplePortal(items),
      visitor,
      voted: none,
      isTeam: false,
      query,
      justVoted: undefined,
    }).body;
  return {
    buttons: html`<div class="acts">
      ${button('Save')} ${button('Preview', { quiet: true })} <a class="button" href="#">Suggest an idea</a>
      <button class="link">Sign out</button>
    </div>`,
    fields: [
      selectField('board', 'Board', { name: 'board', choices: [{ value: 'a', text: 'Ideas' }], chosen: 'a' }),
      checkField('hidden', 'Hide it', 'hidden', true),
    ],
    'a note': doneNote(t.text('done.voted')),
    statuses: html`<div class="facts">${itemStatuses.map((status) => statusBadge(status, t))}</div>`,
    marks: html`<div class="facts">
      ${avatar('Ada Example')} ${avatar('李')} ${staffMark({ authorKind: 'user' }, t)}
      ${tagList(['appearance'], portal)}
    </div>`,
    'a vote to give': voteButton(item, place),
    'a vote given': voteButton(item, voted),
    'an idea': rows(ideaRow(item, place, 'h3')),
    'an idea just voted for': rows(ideaRow(item, { ...voted, justVoted: item.slug }, 'h3')),
    'an idea for the team': rows(ideaRow(item, { ...place, isTeam: true }, 'h3')),
    'an idea in Arabic': html`<div dir="rtl" lang="ar">
      ${rows(ideaRow(arabicItem, { ...place, t: arabic }, 'h3'))}
    </div>`,
    'a list': list([item, sampleItem({ slug: 'pins', title: 'Pin a note', status: 'completed' })]),
    'an empty list': list([]),
    'a list without matches': list([], { ...noQuery, q: 'calender' }),
    roadmap: roadmapView([{ status: 'planned', items: [item], more: true }], place).body,
    changelog: changelogView({
      t,
      portal,
      updates: [sampleUpdate],
      visitor,
      isSubscribed: true,
      done: 'done.subscribed',
      cursor: undefined,
      nextCursor: null,
    }).body,
    'an update': feedbackUpdateView({
      t,
      portal,
      update: sampleUpdate,
      cover: undefined,
      markup: renderMarkdown(sampleMarkdown),
    }).body,
    comments: commentsSection(talk(t, {})),
    'comments of a stranger': commentsSection(talk(t, { visitor: undefined })),
    'comments in Arabic': html`<div dir="rtl" lang="ar">${commentsSection(talk(arabic, {}))}</div>`,
    'a comment refused': commentsSection(talk(t, { comments: [], problem: t.text('idea.commentLength') })),
    'an official answer': officialAnswer(talk(t, { official: sampleComment(3, { authorKind: 'user' }) })),
    'a form for ideas': form({ title: 'A dark theme' }),
    'a refused idea': form({}, t.text('form.wrongTitle'), stranger),
    'a deletion': deletionForm(t, { action: '#', what: 'own', visitor }),
    'an error': portalErrorView(
      portal.slug,
      { title: t.text('error.missing'), text: t.text('error.missingText') },
      t,
    ).body,
  };
}

const talk = (t: PageTexts, changed: Partial<Comments>): Comments => ({
  t,
  place: [portal.slug, item.slug],
  visitor,
  comments: [
    sampleComment(1),
    sampleComment(2, {
      parentId: sampleComment(1).id,
      authorKind: 'user',
      authorName: 'Ada Example',
      editedAt: item.createdAt,
    }),
  ],
  official: undefined,
  count: 2,
  reactions: ({ parentId }) => ({
    thumbs_up: new Set(parentId === null ? [visitor.userId, 'other'] : []),
    heart: none,
    celebrate: none,
  }),
  itemAuthorId: sampleComment(1).authorId,
  authorIds: new Set([sampleComment(1).authorId]),
  older: undefined,
  isOlder: false,
  path: '/',
  done: undefined,
  said: undefined,
  replyTo: undefined,
  memberName: undefined,
  problem: undefined,
  draft: undefined,
  formNonce: '',
  toolsOf: undefined,
  ...changed,
});
