import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { parsePriority } from '../../kernel/core/priority.ts';
import type { Comment } from '../../planning/comments/comment.ts';
import { timeElement } from '../messages/times-view.ts';
import { avatar } from '../views/avatar-view.ts';
import { estimateText } from './estimate-text.ts';
import type { ShownStory } from './shown-story.ts';
import type { StoryDeed, StoryPart } from './story-deeds.ts';

/** Threads of comments with what was done in between, in the order of time. On pages of older comments, threads alone. */
export function withDeeds(shown: ShownStory, threadView: (thread: Comment) => Html): Html[] {
  const { deeds, comments } = shown;
  const { threads, isNewest, older } = comments;
  const since = older === undefined ? '' : (threads[0]?.createdAt ?? '');
  const between = isNewest ? deeds.filter(({ at }) => at >= since) : [];
  const all = [
    ...threads.map((thread) => ({ at: thread.createdAt, view: () => threadView(thread) })),
    ...between.map((deed) => ({ at: deed.at, view: () => deedView(shown, deed) })),
  ];
  return all.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).map(({ view }) => view());
}

function deedView(shown: ShownStory, deed: StoryDeed): Html {
  const { t } = shown;
  const name = deed.by ?? t.text('story.someone');
  const sentence = sentenceOf(shown, deed, html`<strong><bdi>${name}</bdi></strong>`);
  return html`<li class="deed">
    ${avatar(name)}
    <p>${sentence} <span class="at">${timeElement(deed.at, t)}</span></p>
  </li>`;
}

function sentenceOf({ t }: ShownStory, { field, from, to, part }: StoryDeed, name: Html): Html {
  if (part !== undefined) return partSentence(t, part, name);
  if (field === undefined) return t.markup('deed.created', { name });
  if (field === 'other') return t.markup('deed.other', { name });
  const what = t.text(`deed.${field}`);
  if (to === null) return t.markup('deed.cleared', { name, field: what });
  if (to === undefined) return t.markup('deed.changed', { name, field: what });
  const shown = (one: string) => html`<strong><bdi>${valueView(field, one, t)}</bdi></strong>`;
  const value = shown(to);
  if (from != null) return t.markup('deed.setFrom', { name, field: what, from: shown(from), value });
  return t.markup('deed.set', { name, field: what, value });
}

function partSentence(t: ShownStory['t'], { deed, name: called }: StoryPart, name: Html): Html {
  const what = html`<strong><bdi>${called ?? t.text('tools.otherStory')}</bdi></strong>`;
  if (deed === 'archived' || deed === 'unarchived') return t.markup(`deed.${deed}`, { name });
  if (deed === 'fileAdded') return t.markup('deed.fileAdded', { name, file: what });
  if (deed === 'linkAdded' || deed === 'linkRemoved' || deed === 'linkChanged') {
    return t.markup(`deed.${deed}`, { name, link: what });
  }
  return t.markup(`deed.${deed}`, { name, story: what });
}

function valueView(field: StoryDeed['field'], to: string, t: ShownStory['t']): Fragment {
  const priority = field === 'priority' ? parsePriority(to) : undefined;
  if (priority !== undefined) return t.text(`story.${priority}`);
  if (field === 'estimate') return estimateText(t, to);
  return field === 'start' || field === 'due' ? t.date(to) : to;
}
