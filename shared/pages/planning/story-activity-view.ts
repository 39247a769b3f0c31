import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { parsePriority } from '../../kernel/core/priority.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { timeElement } from '../messages/times-view.ts';
import { avatar } from '../views/avatar-view.ts';
import { estimateText } from './estimate-text.ts';
import type { ShownStory } from './shown-story.ts';
import type { StoryActivity, StoryPart } from './story-activity.ts';

/** Threads of comments with what was done in between, in the order of time. On pages of older comments, threads alone. */
export function withActivity(shown: ShownStory, threadView: (thread: Comment) => Html): Html[] {
  const { activity, comments } = shown;
  const { threads, isNewest, older } = comments;
  const since = older === undefined ? '' : (threads[0]?.createdAt ?? '');
  const between = isNewest ? activity.filter(({ at }) => at >= since) : [];
  const all = [
    ...threads.map((thread) => ({ at: thread.createdAt, view: () => threadView(thread) })),
    ...between.map((entry) => ({ at: entry.at, view: () => activityView(shown, entry) })),
  ];
  return all.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).map(({ view }) => view());
}

function activityView(shown: ShownStory, entry: StoryActivity): Html {
  const { t } = shown;
  const name = entry.by ?? t.text('story.someone');
  const sentence = sentenceOf(shown, entry, html`<strong><bdi>${name}</bdi></strong>`);
  return html`<li class="activity">
    ${avatar(name)}
    <p>${sentence} <span class="at">${timeElement(entry.at, t)}</span></p>
  </li>`;
}

function sentenceOf({ t }: ShownStory, { field, from, to, part }: StoryActivity, name: Html): Html {
  if (part !== undefined) return partSentence(t, part, name);
  if (field === undefined) return t.markup('activity.created', { name });
  if (field === 'other') return t.markup('activity.other', { name });
  const what = t.text(`activity.${field}`);
  if (to === null) return t.markup('activity.cleared', { name, field: what });
  if (to === undefined) return t.markup('activity.changed', { name, field: what });
  const shown = (one: string) => html`<strong><bdi>${valueView(field, one, t)}</bdi></strong>`;
  const value = shown(to);
  if (from != null) return t.markup('activity.setFrom', { name, field: what, from: shown(from), value });
  return t.markup('activity.set', { name, field: what, value });
}

function partSentence(t: ShownStory['t'], { kind: entry, name: called }: StoryPart, name: Html): Html {
  const what = html`<strong><bdi>${called ?? t.text('tools.otherStory')}</bdi></strong>`;
  if (entry === 'archived' || entry === 'unarchived') return t.markup(`activity.${entry}`, { name });
  if (entry === 'fileAdded') return t.markup('activity.fileAdded', { name, file: what });
  if (entry === 'linkAdded' || entry === 'linkRemoved' || entry === 'linkChanged') {
    return t.markup(`activity.${entry}`, { name, link: what });
  }
  return t.markup(`activity.${entry}`, { name, story: what });
}

function valueView(field: StoryActivity['field'], to: string, t: ShownStory['t']): Fragment {
  const priority = field === 'priority' ? parsePriority(to) : undefined;
  if (priority !== undefined) return t.text(`story.${priority}`);
  if (field === 'estimate') return estimateText(t, to);
  return field === 'start' || field === 'due' ? t.date(to) : to;
}
