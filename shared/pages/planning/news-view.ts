import { plainTextOf } from '../../feedback/markdown/plain-text.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import type { Notification } from '../../planning/pages/page-news.ts';
import { commentPath, objectivePath, storyPath } from '../../planning/paths/page-paths.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { agoElement } from '../messages/times-view.ts';

/** What a member was notified of: who did what with which story or objective, when, and the beginning of what was written. */
export function newsView(news: Notification, t: PageTexts): Html {
  const { kind, resource, actorName, excerpt, createdAt } = news;
  const thing = html`<a href="${placeOf(news)}"><bdi>${resource.title}</bdi></a>`;
  const name = html`<bdi>${actorName ?? t.text('story.someone')}</bdi>`;
  return html`<p class="sentence">${t.markup(`news.${kind}`, { name, thing })}</p>
    ${excerpt !== null && html`<p class="hint excerpt" dir="auto">${plainTextOf(excerpt.text)}</p>`}
    <p class="facts">
      ${resource.reference !== null && html`<span>${resource.reference}</span>`}
      <span>${agoElement(createdAt, t)}</span>
    </p>`;
}

/** Where what it is about can be read: a comment at its place. */
function placeOf({ resource: { type, id }, source }: Notification): string {
  if (type === 'objective') return objectivePath(id);
  return source?.type === 'comment' ? commentPath(id, source.id) : storyPath(id);
}
